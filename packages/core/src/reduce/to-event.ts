import type { ChildChange, HookEventOutcome, Settle } from "../contract/hook-outcome.js";
import { isSessionReference } from "../pane-options/pane-options.js";
import { atom, safeOwner } from "./atoms.js";
import type { AgentEvent, AgentIdentity, EventKey } from "./memory.js";

/** More running children than any session was seen to have. */
const childLimit = 32;

function safeChildren(change: ChildChange): ChildChange {
  if ("set" in change) return { set: change.set.slice(0, childLimit).map(atom) };
  return "start" in change ? { start: atom(change.start) } : { end: atom(change.end) };
}

/** More questions than this in one call are one too many to remember: a late event must fit into 512 bytes. */
const ownersInEvent = 8;

function safeSettle(settle: Settle): Settle {
  if (typeof settle === "string") return settle;
  if ("owners" in settle) return { owners: settle.owners.slice(0, ownersInEvent).map(safeOwner) };
  return "child" in settle ? { child: atom(settle.child) } : { owner: safeOwner(settle.owner) };
}

/** An adapter's outcome as a remembered event: texts left out, foreign ids made harmless. */
export function toEvent(
  outcome: HookEventOutcome,
  agent: AgentIdentity,
  key: EventKey,
  at: number,
): AgentEvent {
  const { session, child, turn, turnId, tool, ask, settle, children, end, reason } = outcome;
  return {
    key,
    at,
    agent,
    ...(isSessionReference(session) ? { session } : {}),
    ...(child === undefined ? {} : { child: atom(child) }),
    ...(turn === undefined ? {} : { turn: turn.id === undefined ? turn : { ...turn, id: atom(turn.id) } }),
    ...(turnId === undefined ? {} : { turnId: atom(turnId) }),
    ...(tool === undefined ? {} : { tool: { is: tool.is, owner: safeOwner(tool.owner) } }),
    ...(ask === undefined
      ? {}
      : {
          ask: {
            ...(ask.owner === undefined ? {} : { owner: safeOwner(ask.owner) }),
            ...(ask.siblings === undefined || ask.siblings.length === 0
              ? {}
              : { siblings: ask.siblings.slice(0, ownersInEvent - 1).map(safeOwner) }),
            reason: ask.reason,
            survivesTurn: ask.survivesTurn === true,
          },
        }),
    ...(settle === undefined ? {} : { settle: safeSettle(settle) }),
    ...(children === undefined ? {} : { children: safeChildren(children) }),
    ...(end === undefined ? {} : { end }),
    ...(reason === undefined ? {} : { reason }),
  };
}
