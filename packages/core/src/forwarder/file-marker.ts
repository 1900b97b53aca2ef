/*
 * Each file that we put into the data directory says in its first line that it is ours, which one, and of
 * which version. Nothing without that line is ever overwritten or removed.
 */

export interface FileMarker {
  /** The file's path within the data directory, as `hooks/claude.cjs`. */
  readonly name: string;
  readonly version: string;
}

/**
 * The first line of a file in the data directory (without its newline); a build puts it in as a banner.
 * @param name the file's path within the data directory: `rk-hook`, `hook.cjs`, `hooks/<id>.cjs`
 */
export function fileBanner(name: string, version: string): string {
  return `${name.endsWith(".cjs") ? "//" : "#"} HexoKit agent hooks: ${name} ${version}`;
}

/** Reads the first line of a text; undefined when the file is not ours. */
export function readFileMarker(text: string): FileMarker | undefined {
  const match =
    /^(?:#|\/\/) HexoKit agent hooks: ([a-z0-9./-]+) (\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)\r?(?:\n|$)/.exec(
      text,
    );
  const [, name, version] = match ?? [];
  return name === undefined || version === undefined ? undefined : { name, version };
}

/** Negative, 0 or positive, in the order of semantic versions (build numbers aside). */
export function compareVersions(left: string, right: string): number {
  const [leftCore = "", leftPre] = cutAtDash(left);
  const [rightCore = "", rightPre] = cutAtDash(right);
  const core = compareParts(leftCore, rightCore);
  if (core !== 0 || leftPre === rightPre) return core;
  if (leftPre === undefined) return 1;
  if (rightPre === undefined) return -1;
  return compareParts(leftPre, rightPre);
}

function cutAtDash(version: string): [string, string | undefined] {
  const dash = version.indexOf("-");
  return dash === -1 ? [version, undefined] : [version.slice(0, dash), version.slice(dash + 1)];
}

function compareParts(left: string, right: string): number {
  const lefts = left.split(".");
  const rights = right.split(".");
  for (let index = 0; index < Math.max(lefts.length, rights.length); index++) {
    const one = lefts[index];
    const other = rights[index];
    if (one === undefined) return -1;
    if (other === undefined) return 1;
    const numbers = /^\d+$/.test(one) && /^\d+$/.test(other);
    const difference = numbers ? Number(one) - Number(other) : one < other ? -1 : one > other ? 1 : 0;
    if (difference !== 0) return difference;
  }
  return 0;
}
