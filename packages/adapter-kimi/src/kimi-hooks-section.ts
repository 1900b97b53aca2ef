import { type FileSnapshot, parseTomlDocument, type TomlTable } from "@hexokit/core";
import { isEventOf, knownEvents } from "./kimi-versions.js";

const keys = ["event", "matcher", "command", "timeout"];

/**
 * What in the list of hooks makes Kimi Code ignore it whole (2.1.0, live): another key, an unknown event, a
 * time limit outside of 1 to 600 seconds. For a file that has been parsed without an error.
 */
export function hookFaults(file: FileSnapshot, version: string | undefined): readonly string[] {
  const { hooks = [] } = parseTomlDocument(file.text ?? "", file.path);
  return (hooks as readonly TomlTable[]).flatMap((hook, index) => {
    const fault = faultOf(hook, version);
    return fault === undefined ? [] : [`entry ${index + 1} of [[hooks]] ${fault}`];
  });
}

function faultOf(hook: TomlTable, version: string | undefined): string | undefined {
  const { event, matcher = "", command, timeout = 30 } = hook;
  const other = Object.keys(hook).find((key) => !keys.includes(key));
  if (other !== undefined) return `has the key \`${other}\``;
  if (typeof event !== "string") return "names no event";
  if (!knownEvents.has(event)) return `is for \`${event}\`, an event that Kimi Code 2.1.0 does not have`;
  if (version !== undefined && !isEventOf(version, event))
    return `is for \`${event}\`, an event that ${version} does not have`;
  if (typeof command !== "string" || command === "") return "has no command";
  if (typeof matcher !== "string") return "has a matcher that is no text";
  const seconds = Number(timeout);
  const isLimit = typeof timeout === "bigint" || typeof timeout === "number";
  return isLimit && Number.isInteger(seconds) && seconds >= 1 && seconds <= 600
    ? undefined
    : "has a timeout that is not a whole number from 1 to 600";
}
