import type { Observation, ObserveBatch, ObserveTarget, RuntimeHost } from "@hexokit/core";
import { chatEnd } from "./gemini-chat.js";
import { findChat } from "./gemini-transcript.js";

/** The end is nearly always in the last few hundred kilobytes: more is read only where it is not. */
const tailSizes = [256 * 1024, 8 * 1024 * 1024];

function observe({ target, agent, session }: ObserveTarget, host: RuntimeHost): Observation | undefined {
  // Only hooks name the session of a process.
  if (session === undefined) return undefined;
  const chat = findChat({ session, agentPid: agent.pid }, host);
  if (chat.kind !== "file") return undefined;
  for (const tailSize of tailSizes) {
    const window = host.readWindow(chat.path, 0, tailSize);
    if (window === undefined) return undefined;
    const end = chatEnd(`${window.head}${window.tail}`.split("\n"));
    if (end === undefined && !window.complete) continue;
    if (end === undefined || end.is === "open") return undefined;
    const isOver = end.is === "cancelled";
    return {
      target,
      source: `${chat.path} ends with ${isOver ? "a cancelled request" : "tools that have ended"}`,
      session,
      asks: [],
      ...(isOver ? { turn: "idle", ...(end.at > 0 ? { at: end.at } : {}) } : {}),
    };
  }
  return undefined;
}

/**
 * Gemini CLI's transcript, of the session that hooks named. It tells what no hook does: that a person refused or
 * broke off, and that the tools of an answer have ended though one of them was refused. It says nothing of open
 * dialogs: their tools are written when they have ended (0.61.0, live).
 */
export async function observeGemini(batch: ObserveBatch, host: RuntimeHost): Promise<readonly Observation[]> {
  return batch.map((target) => observe(target, host)).filter((observation) => observation !== undefined);
}
