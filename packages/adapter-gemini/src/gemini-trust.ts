import { dirname } from "node:path";

/** What the list of trusted folders says of one. */
export type FolderTrust = "trusted" | "untrusted" | "undecided";

/** `folder` is `parent` or lies below it. */
function isWithin(folder: string, parent: string): boolean {
  return folder === parent || folder.startsWith(parent.endsWith("/") ? parent : `${parent}/`);
}

/**
 * Applies `trustedFolders.json`: of the rules that reach the folder, the one with the longest path decides
 * (0.61.0).
 */
export function folderTrust(folder: string, rules: Readonly<Record<string, unknown>>): FolderTrust {
  const reaching = Object.entries(rules)
    .filter(([path, level]) => isWithin(folder, level === "TRUST_PARENT" ? dirname(path) : path))
    .sort(([one], [other]) => other.length - one.length);
  const level = reaching[0]?.[1];
  if (level === "DO_NOT_TRUST") return "untrusted";
  return level === "TRUST_FOLDER" || level === "TRUST_PARENT" ? "trusted" : "undecided";
}
