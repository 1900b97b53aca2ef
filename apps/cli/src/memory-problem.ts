import type { DirectoryProblem } from "@hexokit/core";

const words: Readonly<Record<DirectoryProblem, string>> = {
  "cannot-create": "cannot be made",
  "not-a-directory": "is not a directory",
  "not-ours": "belongs to another user",
  "open-to-others": "can be entered by other users",
};

/** Why the machine's directory is not used. */
export function describeMemoryProblem(path: string, problem: DirectoryProblem): string {
  return `${path} ${words[problem]}`;
}
