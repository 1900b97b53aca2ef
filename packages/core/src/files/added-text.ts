/** The lines of `after` between those that it begins and ends with like `before`: what a change adds. */
export function addedText(before: string, after: string): string {
  const old = before.split("\n");
  const now = after.split("\n");
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start++;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  return now.slice(start, now.length - end).join("\n");
}
