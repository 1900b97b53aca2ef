import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { AskRequest, Owner } from "../contract/hook-outcome.js";
import { removeFile } from "./remove-file.js";

/** What an agent asks, for people: at most this many characters are kept. */
const textLimit = 1500;

/** The last ask of a pane, with the owner it belongs to. */
export interface LastAsk extends AskRequest {
  readonly owner: Owner | undefined;
}

/** Text that a terminal may show as it is: control and bidirectional characters become blanks. */
export function harmlessText(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g, " ").trim();
}

/** Writes the ask beside the memory (0600); for a holder of the lock. */
export function storeAsk(path: string, owner: Owner | undefined, request: AskRequest): void {
  const ask = {
    ...(owner === undefined ? {} : { owner }),
    ...(request.tool === undefined ? {} : { tool: harmlessText(request.tool).slice(0, 100) }),
    ...(request.text === undefined
      ? {}
      : { text: harmlessText(request.text.slice(0, 4 * textLimit)).slice(0, textLimit) }),
  };
  // Not by truncating: ext4 would write the file out at once.
  removeAsk(path);
  writeFileSync(path, JSON.stringify(ask), { mode: 0o600 });
}

export function removeAsk(path: string): void {
  if (existsSync(path)) removeFile(path);
}

/** The kept ask; undefined when there is none or it is not as we write it. */
export function readAsk(path: string): LastAsk | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, "utf8"));
    if (typeof value !== "object" || value === null) return undefined;
    const { owner, tool, text } = value as Record<string, unknown>;
    return {
      owner: typeof owner === "string" ? owner : undefined,
      ...(typeof tool === "string" ? { tool: harmlessText(tool) } : {}),
      ...(typeof text === "string" ? { text: harmlessText(text) } : {}),
    };
  } catch {
    return undefined;
  }
}
