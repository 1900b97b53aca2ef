import type { ChildChange, Reason, Settle } from "../contract/hook-outcome.js";
import { isProviderId } from "../contract/provider.js";
import { type AgentState, isSessionReference } from "../pane-options/pane-options.js";
import { shortHash } from "./atoms.js";
import type {
  AgentEvent,
  AgentIdentity,
  AgentSituation,
  EventKey,
  Memory,
  OpenAsk,
  WrittenValues,
} from "./memory.js";

/** First atom of the line. Another number means: no memory. */
const formatVersion = "1";

/** Stands for "unknown" in a field. */
const none = "-";

const states = new Set(["active", "waiting", "idle"]);
const reasons = new Set(["permission", "question", "plan", "error", "background"]);

class Malformed extends Error {}

function integer(text: string | undefined): number {
  if (text === undefined || !/^[0-9]{1,16}$/.test(text)) throw new Malformed();
  return Number(text);
}

function word(text: string | undefined): string {
  if (text === undefined || !/^[A-Za-z0-9._:-]{1,200}$/.test(text)) throw new Malformed();
  return text;
}

function optional<Value>(text: string | undefined, read: (text: string) => Value): Value | undefined {
  if (text === undefined) throw new Malformed();
  return text === none ? undefined : read(text);
}

function reason(text: string): Reason {
  if (!reasons.has(text)) throw new Malformed();
  return text as Reason;
}

function session(text: string): string {
  if (!isSessionReference(text)) throw new Malformed();
  return text;
}

function list(text: string | undefined): string[] {
  return optional(text, (items) => items.split(",").map(word)) ?? [];
}

function joined(items: readonly string[]): string {
  return items.length === 0 ? none : items.join(",");
}

function formatKey(key: EventKey): string {
  return `${key.startTime}.${key.pid}`;
}

function parseKey(text: string | undefined): EventKey {
  const [startTime, pid, ...rest] = (text ?? "").split(".");
  if (rest.length > 0) throw new Malformed();
  return { startTime: integer(startTime), pid: integer(pid) };
}

function formatAgent(agent: AgentIdentity): string {
  return `${agent.provider}.${agent.pid}.${agent.startTime}`;
}

function parseAgent(text: string | undefined): AgentIdentity {
  const [provider, pid, startTime, ...rest] = (text ?? "").split(".");
  if (provider === undefined || !isProviderId(provider) || rest.length > 0) throw new Malformed();
  return { provider, pid: integer(pid), startTime: integer(startTime) };
}

/** `<owner>=<reason>`, with `+` behind a question that outlives its turn. */
function formatAsk(ask: OpenAsk): string {
  return `${ask.owner}=${ask.reason}${ask.survivesTurn ? "+" : ""}`;
}

function parseAsk(text: string): OpenAsk {
  const match = /^([A-Za-z0-9._-]{1,80})=([a-z]+)(\+?)$/.exec(text);
  if (match === null) throw new Malformed();
  return { owner: match[1] as string, reason: reason(match[2] as string), survivesTurn: match[3] === "+" };
}

function formatSettle(settle: Settle): string {
  if (typeof settle === "string") return settle;
  if ("owners" in settle) return `owners=${settle.owners.join(",")}`;
  return "owner" in settle ? `owner=${settle.owner}` : `child=${settle.child}`;
}

function parseSettle(text: string): Settle {
  if (text === "main" || text === "root" || text === "all") return text;
  const [kind, id, ...rest] = text.split("=");
  if (rest.length > 0) throw new Malformed();
  if (kind === "owner") return { owner: word(id) };
  if (kind === "owners") return { owners: id === "" ? [] : (id ?? none).split(",").map(word) };
  if (kind === "child") return { child: word(id) };
  throw new Malformed();
}

function formatChildren(change: ChildChange): string {
  if ("set" in change) return `set=${change.set.join(",")}`;
  return "start" in change ? `start=${change.start}` : `end=${change.end}`;
}

function parseChildren(text: string): ChildChange {
  const [kind, ids, ...rest] = text.split("=");
  if (ids === undefined || rest.length > 0) throw new Malformed();
  if (kind === "set") return { set: ids === "" ? [] : ids.split(",").map(word) };
  if (kind === "start") return { start: word(ids) };
  if (kind === "end") return { end: word(ids) };
  throw new Malformed();
}

/** One event as one atom: `<key>;<ms>;<agent>` and then `<letter>=<value>` for what it says. */
export function formatEvent(event: AgentEvent): string {
  const parts = [formatKey(event.key), String(event.at), formatAgent(event.agent)];
  if (event.session !== undefined) parts.push(`s${event.session}`);
  if (event.child !== undefined) parts.push(`c${event.child}`);
  if (event.turn !== undefined) {
    parts.push(`t${event.turn.is}`);
    if (event.turn.id !== undefined) parts.push(`i${event.turn.id}`);
    if (event.turn.of === "innermost") parts.push("n");
  }
  if (event.turnId !== undefined) parts.push(`u${event.turnId}`);
  if (event.tool !== undefined) parts.push(`${event.tool.is === "start" ? "b" : "e"}${event.tool.owner}`);
  if (event.ask !== undefined) {
    const { owner = "?", siblings = [], reason: why, survivesTurn } = event.ask;
    parts.push(`a${owner}=${why}${survivesTurn ? "+" : ""}`);
    if (siblings.length > 0) parts.push(`l${siblings.join(",")}`);
  }
  if (event.settle !== undefined) parts.push(`x${formatSettle(event.settle)}`);
  if (event.children !== undefined) parts.push(`k${formatChildren(event.children)}`);
  if (event.end !== undefined) parts.push(`z${event.end}`);
  if (event.reason !== undefined) parts.push(`r${event.reason}`);
  return parts.join(";");
}

type Mutable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

function parseEventAtom(text: string): AgentEvent {
  const [key, at, agent, ...members] = text.split(";");
  const event: Mutable<AgentEvent> = { key: parseKey(key), at: integer(at), agent: parseAgent(agent) };
  let turn: { is: "active" | "idle"; id?: string; of?: "innermost" } | undefined;
  for (const member of members) {
    const value = member.slice(1);
    switch (member[0]) {
      case "s":
        event.session = session(value);
        break;
      case "c":
        event.child = word(value);
        break;
      case "t":
        if (value !== "active" && value !== "idle") throw new Malformed();
        turn = { is: value };
        break;
      case "i":
        if (turn === undefined) throw new Malformed();
        turn.id = word(value);
        break;
      case "n":
        if (turn === undefined) throw new Malformed();
        turn.of = "innermost";
        break;
      case "u":
        event.turnId = word(value);
        break;
      case "b":
        event.tool = { is: "start", owner: word(value) };
        break;
      case "e":
        event.tool = { is: "end", owner: word(value) };
        break;
      case "a": {
        if (value.startsWith("?")) {
          const { reason: why, survivesTurn } = parseAsk(`main${value.slice(1)}`);
          event.ask = { reason: why, survivesTurn };
        } else event.ask = parseAsk(value);
        break;
      }
      case "l":
        if (event.ask === undefined) throw new Malformed();
        event.ask = { ...event.ask, siblings: value.split(",").map(word) };
        break;
      case "x":
        event.settle = parseSettle(value);
        break;
      case "k":
        event.children = parseChildren(value);
        break;
      case "z":
        if (value !== "session" && value !== "process") throw new Malformed();
        event.end = value;
        break;
      case "r":
        event.reason = reason(value);
        break;
      default:
        throw new Malformed();
    }
  }
  return turn === undefined ? event : { ...event, turn };
}

/** Reads one event; undefined when any part of it is malformed. */
export function parseEvent(text: string): AgentEvent | undefined {
  try {
    return parseEventAtom(text);
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}

function formatWritten(written: WrittenValues | undefined): string {
  if (written === undefined) return none;
  const { state, since, pid, session: ref, reason: why } = written;
  return [state ?? none, since, pid, ref ?? none, why ?? none].join(";");
}

function parseWritten(text: string): WrittenValues {
  const [state, since, pid, ref, why, ...rest] = text.split(";");
  if (rest.length > 0 || (state !== none && !states.has(state ?? ""))) throw new Malformed();
  return {
    state: state === none ? undefined : (state as AgentState),
    since: integer(since),
    pid: integer(pid),
    session: optional(ref, session),
    reason: optional(why, reason),
  };
}

/**
 * One line of space-separated atoms, the format version first, so that a POSIX shell can read it; the last
 * atom is a hash of the line before it, so that half a line is none.
 */
export function formatMemory(memory: Memory, bootId: string): string {
  const { base } = memory;
  const line = [
    formatVersion,
    bootId === "" ? none : bootId,
    formatKey(memory.baseKey),
    base.agent === undefined ? none : formatAgent(base.agent),
    base.session ?? none,
    base.ended ? "ended" : (base.turn ?? none),
    base.turnId ?? none,
    base.endedTurnId ?? none,
    base.idleReason ?? none,
    joined(base.asks.map(formatAsk)),
    joined(base.children),
    base.anonymousChildren,
    joined(base.tools),
    base.since,
    formatWritten(memory.written),
    memory.changedAt,
    memory.quietUntil,
    ...memory.events.map(formatEvent),
  ].join(" ");
  return `${line} ${shortHash(line)}\n`;
}

function parseSituation(atoms: readonly string[]): AgentSituation {
  const [agent, ref, turn, turnId, endedTurnId, idleReason, asks, children, anonymous, tools, since] = atoms;
  if (turn !== "active" && turn !== "idle" && turn !== "ended" && turn !== none) throw new Malformed();
  return {
    agent: optional(agent, parseAgent),
    session: optional(ref, session),
    turn: turn === "active" || turn === "idle" ? turn : undefined,
    turnId: optional(turnId, word),
    endedTurnId: optional(endedTurnId, word),
    idleReason: optional(idleReason, reason),
    asks: optional(asks, (items) => items.split(",").map(parseAsk)) ?? [],
    children: list(children),
    anonymousChildren: integer(anonymous),
    tools: list(tools),
    ended: turn === "ended",
    since: integer(since),
  };
}

/**
 * Reads a memory file: its first line, whatever stands behind. Another format, another boot, half a line or
 * any malformed atom: undefined, no memory.
 */
export function parseMemory(text: string, bootId: string): Memory | undefined {
  const end = text.indexOf("\n");
  const space = text.lastIndexOf(" ", end);
  if (end < 0 || space < 0) return undefined;
  const line = text.slice(0, space);
  if (text.slice(space + 1, end) !== shortHash(line)) return undefined;
  const atoms = line.split(" ");
  const [version, boot, baseKey] = atoms;
  if (version !== formatVersion || boot !== (bootId === "" ? none : bootId)) return undefined;
  try {
    const [written, changedAt, quietUntil, ...events] = atoms.slice(14);
    return {
      baseKey: parseKey(baseKey),
      base: parseSituation(atoms.slice(3, 14)),
      events: events.map(parseEventAtom),
      written: optional(written, parseWritten),
      changedAt: integer(changedAt),
      quietUntil: integer(quietUntil),
    };
  } catch (error) {
    if (error instanceof Malformed) return undefined;
    throw error;
  }
}
