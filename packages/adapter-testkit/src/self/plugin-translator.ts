import type { HookTranslator } from "@hexokit/core/hook";

/** The light half of the plugin adapter. */
export const translator: HookTranslator = {
  id: "plugin",
  events: ["session.busy", "session.idle", "session.deleted"].map((name) => ({ name, timeout: 3 })),
  recognise: ({ executable, arguments: [, script] }) =>
    executable?.endsWith("/node") === true && script?.endsWith("/plugin-agent/cli.js") === true
      ? "agent"
      : undefined,
  translate({ event, payload }) {
    const session =
      typeof payload === "object" && payload !== null && "session" in payload ? payload.session : undefined;
    if (typeof session !== "string") return { kind: "ignore", why: "payload" };
    if (event === "session.deleted") return { kind: "event", session, end: "session" };
    if (event !== "session.busy" && event !== "session.idle") return { kind: "ignore", why: "not-a-signal" };
    return { kind: "event", session, turn: { is: event === "session.busy" ? "active" : "idle" } };
  },
};
