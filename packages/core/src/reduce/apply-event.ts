import { anonymousChild, type ChildChange, type Owner, type Settle } from "../contract/hook-outcome.js";
import type { AgentState } from "../pane-options/pane-options.js";
import { ownerOf } from "./atoms.js";
import { type AgentEvent, type AgentSituation, emptySituation, type OpenAsk, sameAgent } from "./memory.js";

const toolLimit = 16;
const askLimit = 16;
const childLimit = 32;

/** The owner of an ask that names no tool while no tool is open. */
const unnamedAsk: Owner = "main-0";

/** An open ask → waiting; else a running child → active; else the root's turn. */
export function stateOf(situation: AgentSituation): AgentState | undefined {
  if (situation.ended) return undefined;
  if (situation.asks.length > 0) return "waiting";
  if (situation.children.length > 0 || situation.anonymousChildren > 0) return "active";
  return situation.turn;
}

function without<Item>(items: readonly Item[], isGone: (item: Item) => boolean): readonly Item[] {
  return items.some(isGone) ? items.filter((item) => !isGone(item)) : items;
}

function settle(situation: AgentSituation, what: Settle): AgentSituation {
  const isSettled = (ask: OpenAsk): boolean => {
    if (what === "all") return true;
    if (what === "main") return ownerOf(ask.owner) === "main" && !ask.survivesTurn;
    if (what === "root") return ownerOf(ask.owner) === "main";
    if ("owners" in what) return what.owners.includes(ask.owner);
    return "owner" in what ? ask.owner === what.owner : ownerOf(ask.owner) === what.child;
  };
  const settled = { ...situation, asks: without(situation.asks, isSettled) };
  // A denied tool never ends: whatever settles all of the root's asks closes its open tools too.
  if (what !== "main" && what !== "root" && what !== "all") return settled;
  return {
    ...settled,
    tools: without(situation.tools, (owner) => what === "all" || ownerOf(owner) === "main"),
  };
}

function endChildren(situation: AgentSituation, isEnded: (child: string) => boolean): AgentSituation {
  return {
    ...situation,
    children: without(situation.children, isEnded),
    asks: without(situation.asks, (ask) => isEnded(ownerOf(ask.owner))),
    tools: without(situation.tools, (owner) => isEnded(ownerOf(owner))),
  };
}

function changeChildren(situation: AgentSituation, change: ChildChange): AgentSituation {
  if ("set" in change) {
    const { set } = change;
    // Also of children that we never saw start: the set is whole.
    const kept = endChildren(situation, (child) => child !== "main" && !set.includes(child));
    return { ...kept, children: set.slice(0, childLimit), anonymousChildren: 0 };
  }
  if ("start" in change) {
    if (change.start === anonymousChild) {
      return { ...situation, anonymousChildren: situation.anonymousChildren + 1 };
    }
    if (situation.children.includes(change.start)) return situation;
    return { ...situation, children: [...situation.children, change.start].slice(-childLimit) };
  }
  if (change.end === anonymousChild) {
    return { ...situation, anonymousChildren: Math.max(0, situation.anonymousChildren - 1) };
  }
  return endChildren(situation, (child) => child === change.end);
}

function endTool(situation: AgentSituation, owner: Owner): AgentSituation {
  const tools = situation.tools.indexOf(owner);
  return {
    ...settle(situation, { owner }),
    tools: tools < 0 ? situation.tools : situation.tools.toSpliced(tools, 1),
  };
}

function openAsks(situation: AgentSituation, ask: NonNullable<AgentEvent["ask"]>): AgentSituation {
  const { siblings = [], ...first } = ask;
  return siblings.reduce((next, owner) => openAsk(next, { ...first, owner }), openAsk(situation, first));
}

function openAsk(situation: AgentSituation, ask: NonNullable<AgentEvent["ask"]>): AgentSituation {
  // Without a tool it is a second sight of what is already open; else it belongs to the newest open tool.
  if (ask.owner === undefined && situation.asks.length > 0) return situation;
  const owner = ask.owner ?? situation.tools.at(-1) ?? unnamedAsk;
  if (situation.asks.some((open) => open.owner === owner)) return situation;
  const opened = { owner, reason: ask.reason, survivesTurn: ask.survivesTurn };
  return { ...situation, asks: [...situation.asks, opened].slice(-askLimit) };
}

/** What ends or is answered, in an event: all that a late event may still do. */
export function applyRemovals(situation: AgentSituation, event: AgentEvent): AgentSituation {
  if (!sameAgent(situation.agent, event.agent)) return situation;
  let next = situation;
  if (event.settle !== undefined) next = settle(next, event.settle);
  if (event.tool?.is === "end") next = endTool(next, event.tool.owner);
  if (event.children !== undefined && "end" in event.children) next = changeChildren(next, event.children);
  return next;
}

function applyTurn(situation: AgentSituation, event: AgentEvent): AgentSituation {
  const { turn } = event;
  if (turn === undefined) return situation;
  const isOfChild = turn.of === "innermost" && situation.anonymousChildren > 0;
  if (turn.is === "active") {
    if (isOfChild) return situation;
    const isLateTool = event.turnId !== undefined && event.turnId === situation.endedTurnId;
    if (isLateTool) return situation;
    return {
      ...situation,
      turn: "active",
      turnId: turn.id ?? event.turnId ?? situation.turnId,
      idleReason: undefined,
    };
  }
  if (isOfChild) return changeChildren(situation, { end: anonymousChild });
  return {
    ...settle(situation, "main"),
    turn: "idle",
    turnId: undefined,
    endedTurnId: turn.id ?? situation.turnId,
    idleReason: event.reason,
  };
}

/**
 * A prompt that begins another turn leaves no question of the turns before open: the harness takes their
 * answers no more. A prompt into the running turn does (Codex 0.171.0).
 */
function settleOf(situation: AgentSituation, { settle: what, turn }: AgentEvent): Settle | undefined {
  const isNewTurn = turn?.is === "active" && turn.id !== undefined && turn.id !== situation.turnId;
  return what === "main" && isNewTurn ? "root" : what;
}

/** Events of a child: compared by pid only (Copilot's carry the child's session), never identity or turn. */
function applyChildEvent(situation: AgentSituation, event: AgentEvent): AgentSituation {
  if (!sameAgent(situation.agent, event.agent) || situation.ended) return situation;
  let next = situation;
  if (event.children !== undefined) next = changeChildren(next, event.children);
  return applyToolsAndAsks(next, event, false);
}

function applyToolsAndAsks(situation: AgentSituation, event: AgentEvent, isLate: boolean): AgentSituation {
  let next = situation;
  if (event.settle !== undefined) next = settle(next, event.settle);
  // An ask that named no tool is settled by whatever the root does next.
  if (event.tool !== undefined && event.child === undefined) next = settle(next, { owner: unnamedAsk });
  if (event.tool?.is === "end") next = endTool(next, event.tool.owner);
  if (event.tool?.is === "start" && !isLate) {
    next = { ...next, tools: [...next.tools, event.tool.owner].slice(-toolLimit) };
  }
  if (event.ask !== undefined && !isLate) next = openAsks(next, event.ask);
  return next;
}

function applyRootEvent(situation: AgentSituation, event: AgentEvent): AgentSituation {
  let next = situation;
  const isOtherSession =
    event.session !== undefined && next.session !== undefined && event.session !== next.session;
  if (event.end !== undefined) {
    if (!sameAgent(next.agent, event.agent)) return situation;
    if (isOtherSession) {
      // The end of a session that is not the pane's any more (a late or mass SessionEnd) ends nothing. Where
      // nothing else is known of the new one, the agent has changed sessions at its prompt (Kimi's `/new`).
      const isAtPrompt = event.end === "session" && next.turn === undefined && !next.ended;
      return isAtPrompt ? { ...next, turn: "idle" } : situation;
    }
    const over = {
      ...emptySituation,
      agent: event.agent,
      session: event.session ?? next.session,
      since: next.since,
    };
    return event.end === "process" ? { ...over, ended: true } : { ...over, turn: "idle" };
  }
  if (!sameAgent(next.agent, event.agent) || isOtherSession || next.ended) {
    next = { ...emptySituation, agent: event.agent, since: next.since };
  }
  if (event.session !== undefined) next = { ...next, session: event.session };
  const isLate = event.turnId !== undefined && event.turnId === next.endedTurnId;
  const what = settleOf(next, event);
  next = applyTurn(next, event);
  if (event.children !== undefined) next = changeChildren(next, event.children);
  return applyToolsAndAsks(next, what === undefined ? event : { ...event, settle: what }, isLate);
}

/** One step of the fold. Total and pure. */
export function applyEvent(situation: AgentSituation, event: AgentEvent): AgentSituation {
  const next =
    event.child === undefined ? applyRootEvent(situation, event) : applyChildEvent(situation, event);
  return withSince(situation, next, event.at);
}

/** A state begins when its word changes, or with another agent. */
export function withSince(before: AgentSituation, after: AgentSituation, at: number): AgentSituation {
  if (stateOf(before) === stateOf(after) && sameAgent(before.agent, after.agent)) return after;
  return after.since === at ? after : { ...after, since: at };
}
