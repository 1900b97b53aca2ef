import type { Owner } from "../contract/hook-outcome.js";

/** Ids at most this long are kept as they are; longer or odd ones are replaced by their hash. */
const atomPattern = /^[A-Za-z0-9._][A-Za-z0-9._-]{0,39}$/;

/** FNV-1a, twice with different seeds: 64 bits, no import, 3 ms for a megabyte. Not for secrets. */
export function shortHash(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x85ebca6b) ^ (high >>> 15);
  }
  return (low >>> 0).toString(16).padStart(8, "0") + (high >>> 0).toString(16).padStart(8, "0");
}

/** A foreign id as a word that may stand in the memory file: itself if harmless, else its hash. */
export function atom(id: string): string {
  return atomPattern.test(id) ? id : shortHash(id);
}

/** Nested deeper than any real payload; JSON of more levels counts as this deep. */
const depthLimit = 32;

/** JSON with sorted keys: the same value has the same text whatever order its keys came in. */
export function canonicalText(value: unknown, depth = 0): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  if (depth >= depthLimit) return "…";
  if (Array.isArray(value)) return `[${value.map((item) => canonicalText(item, depth + 1)).join()}]`;
  const record = value as Record<string, unknown>;
  const members = Object.keys(record).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonicalText(record[key], depth + 1)}`).join()}}`;
}

/** The owner of a tool call: `main-<hash>` or `<child>-<hash>` of tool name and input. */
export function toolOwner(child: string | undefined, tool: string, input: unknown): Owner {
  return `${child === undefined ? "main" : atom(child)}-${shortHash(`${tool}\n${canonicalText(input)}`)}`;
}

/** The owner of a request that carries an id of its own at both ends (Kimi, OpenCode, Codex questions). */
export function requestOwner(child: string | undefined, request: string): Owner {
  return `${child === undefined ? "main" : atom(child)}-${shortHash(request)}`;
}

const ownerPattern = /^[A-Za-z0-9._][A-Za-z0-9._-]{0,79}$/;

/** An owner that an adapter made itself, as an atom. */
export function safeOwner(owner: Owner): Owner {
  return ownerPattern.test(owner) && owner.includes("-") ? owner : `main-${shortHash(owner)}`;
}

/** `main`, or the child that an owner names. */
export function ownerOf(owner: Owner): string {
  return owner.slice(0, owner.lastIndexOf("-"));
}
