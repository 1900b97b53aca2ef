import { basename } from "node:path";
import {
  buildWrapperCommand,
  type FileChange,
  type FileSnapshots,
  type HarnessAdapter,
  type HarnessFile,
  HexoError,
} from "@hexokit/core";
import { memoryHost } from "./memory-host.js";
import { type SyntaxSamples, samplesOf } from "./syntax-samples.js";

/** As in `PlanRequest`: where today's forwarder is, and where an older installation had it. */
export const usualForwarder = "$HOME/.local/share/hexokit/rk-hook";
export const olderForwarder = "$HOME/old/hexokit/rk-hook";

/** The files of a machine: texts by path. */
export type Texts = ReadonlyMap<string, string>;
export const noFiles: Texts = new Map();

/** A file to install into, with what its syntax allows. */
export interface Target extends HarnessFile {
  readonly name: string;
  readonly samples: SyntaxSamples;
}

export function targetsOf(adapter: HarnessAdapter): readonly Target[] {
  return adapter
    .files(memoryHost())
    .filter(({ role }) => role === "install")
    .map((file) => ({ ...file, name: basename(file.path), samples: samplesOf(file.syntax ?? "json") }));
}

/** Every sample of a user's file, and no file at all; files that are wholly ours have no samples. */
export function samplesIn(target: Target): readonly (readonly [name: string, texts: Texts])[] {
  const texts = target.ownership === "own" ? {} : target.samples.texts;
  return [
    ["no file", noFiles],
    ...Object.entries(texts).map(([name, text]) => [name, new Map([[target.path, text]])] as const),
  ];
}

export function snapshotsOf(adapter: HarnessAdapter, texts: Texts): FileSnapshots {
  return adapter
    .files(memoryHost())
    .map(({ path, role }) => ({ path, role, text: texts.get(path), symbolicLink: false }));
}

export type Action = "install" | "uninstall";

export function planOf(
  adapter: HarnessAdapter,
  action: Action,
  texts: Texts,
  forwarder: string = usualForwarder,
): readonly FileChange[] {
  const { version } = adapter.verified;
  return adapter.plan({ action, files: snapshotsOf(adapter, texts), forwarder, version });
}

/** The files after an action. */
export function carryOut(adapter: HarnessAdapter, action: Action, texts: Texts, forwarder?: string): Texts {
  const after = new Map(texts);
  for (const change of planOf(adapter, action, texts, forwarder)) {
    if (change.after === undefined) after.delete(change.path);
    else after.set(change.path, change.after);
  }
  return after;
}

/** What `inspect` says of each event. */
export function statusesOf(adapter: HarnessAdapter, texts: Texts, forwarder: string = usualForwarder) {
  return adapter.inspect(snapshotsOf(adapter, texts), forwarder, adapter.verified.version).events;
}

/** What `inspect` must say when every event has one status: nothing is trusted right after it was installed. */
export function allEvents(adapter: HarnessAdapter, status: "installed" | "missing") {
  const isReviewed = status === "installed" && adapter.activation.kind === "trust-review";
  return adapter.translator.events.map(({ name }) => ({
    event: name,
    status: isReviewed ? "untrusted" : status,
  }));
}

/** The command that a fresh installation has for an event, and which file has it; undefined: not the frozen text. */
export function findCommand(
  adapter: HarnessAdapter,
  event: string,
  texts: Texts,
  forwarder: string = usualForwarder,
) {
  for (const prefix of [undefined, 'printf "{}"']) {
    const command = buildWrapperCommand({
      provider: adapter.id,
      event,
      forwarder,
      ...(prefix === undefined ? {} : { prefix }),
    });
    for (const target of targetsOf(adapter)) {
      const encoded = target.samples.encode?.(command);
      if (encoded !== undefined && texts.get(target.path)?.includes(encoded)) {
        return { command, target, answer: prefix === undefined ? "" : "{}" };
      }
    }
  }
  return undefined;
}

/** The first command of ours in one file of a fresh installation. */
export function someCommandIn(adapter: HarnessAdapter, target: Target, texts: Texts): string | undefined {
  const found = adapter.translator.events.map(({ name }) => findCommand(adapter, name, texts));
  return found.find((command) => command?.target.path === target.path)?.command;
}

/** The files in which a harness finds commands of ours to run. */
export function commandTargets(adapter: HarnessAdapter): readonly Target[] {
  return targetsOf(adapter).filter(({ samples }) => samples.encode !== undefined);
}

/** The code with which a call is refused; undefined when it is not. */
export function refusalOf(call: () => unknown): HexoError | undefined {
  try {
    call();
    return undefined;
  } catch (error) {
    if (HexoError.isInstance(error)) return error;
    throw error;
  }
}

/** Every character of `part` stands in `whole`, in the same order: nothing of it was changed or moved. */
export function isWithin(part: string, whole: string): boolean {
  let position = 0;
  for (let index = 0; index < whole.length; index++) if (whole[index] === part[position]) position++;
  return position === part.length;
}

/** `whole` is `part` with one run put in: nothing of it was changed or moved. */
export function isOneInsertion(part: string, whole: string): boolean {
  let start = 0;
  while (start < part.length && part[start] === whole[start]) start++;
  return whole.length >= part.length && whole.endsWith(part.slice(start));
}
