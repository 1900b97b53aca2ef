import type { HarnessAdapter } from "@hexokit/core";
import type { HookEventOutcome, HookInput, HookOutcome } from "@hexokit/core/hook";
import { type BrokenAdapter, broken, reference } from "./broken-adapter.js";
import { referenceFixtures } from "./reference-adapter.js";

function claims(capabilities: Partial<HarnessAdapter["capabilities"]>): Partial<HarnessAdapter> {
  return { capabilities: { ...reference.capabilities, ...capabilities } };
}

function translates(
  translate: (outcome: HookEventOutcome, input: HookInput) => HookOutcome,
): Partial<HarnessAdapter> {
  const { translator } = reference;
  return {
    translator: {
      ...translator,
      translate(input) {
        const outcome = translator.translate(input);
        return outcome.kind === "event" ? translate(outcome, input) : outcome;
      },
    },
  };
}

function without<Member extends keyof HookEventOutcome>(
  outcome: HookEventOutcome,
  member: Member,
): HookOutcome {
  const { [member]: _, ...rest } = outcome;
  return rest as HookEventOutcome;
}

/** Faults in what an adapter says of itself, of events and of records. */
export const brokenClaims: readonly BrokenAdapter[] = [
  broken("speaks another contract", "manifest > speaks contract 1", { contract: 2 as 1 }),
  broken("has a translator of another harness", "manifest > has a translator of the same id", {
    translator: { ...reference.translator, id: "another" },
  }),
  broken("claims observe and has none", "manifest > has observe exactly when it claims it", () => {
    const { observe: _, ...rest } = reference;
    return { ...rest, observe: undefined } as unknown as Partial<HarnessAdapter>;
  }),
  broken("has verify and does not claim it", "manifest > has verify exactly when it claims it", {
    verify: async () => [],
  }),
  broken(
    "declares a gap without a fact",
    "manifest > declares each gap once, with the fact that it rests on",
    {
      ...claims({ gaps: [{ id: "gap", summary: "Nobody knows.", fact: "" }] }),
    },
  ),
  broken(
    "names a file in another home",
    "manifest > names its files by the host alone: absolute, each once, to install into below the home",
    {
      files: (host) =>
        host.home === "/home/another"
          ? reference.files({ ...host, home: "/home/user" })
          : reference.files(host),
    },
  ),
  broken(
    "goes by the name of a process",
    "manifest > recognise > does not go by what a process calls itself",
    {
      translator: {
        ...reference.translator,
        recognise: (process) =>
          process.name === "reference-agent" ? "agent" : reference.translator.recognise(process),
      },
    },
  ),
  broken("goes by a word in the arguments", "manifest > recognise > does not go by words that merely occur", {
    translator: {
      ...reference.translator,
      recognise: (process) =>
        process.arguments.some((word) => word.includes("reference-agent"))
          ? "agent"
          : reference.translator.recognise(process),
    },
  }),
  broken(
    "claims waiting and never says it",
    "events > tells that a human is asked",
    translates((outcome) => without(outcome, "ask")),
  ),
  broken(
    "says waiting and does not claim it",
    "events > never says that a human is asked",
    claims({ waiting: false }),
  ),
  broken(
    "says answers and does not claim them",
    "events > never says that a human has answered",
    claims({ answers: false }),
  ),
  broken("has an interrupt event and does not claim it", "events > registers no event of an interruption", {
    ...claims({ interruptHook: false }),
  }),
  broken("counts its calls", "events > means the same by the same payload", () => {
    let calls = 0;
    return translates((outcome) => ({ ...outcome, turnId: String(calls++) }));
  }),
  broken("changes the payload", "events > leaves the payload as it was", {
    ...translates((outcome, { payload }) => {
      if (typeof payload === "object" && payload !== null && Object.isExtensible(payload))
        Object.assign(payload, { seen: true });
      return outcome;
    }),
  }),
  broken("puts text into a session reference", "events > names sessions that may stand in a pane option", {
    ...translates((outcome) => ({ ...outcome, session: "the first session" })),
  }),
  broken(
    "names a child and does not claim it",
    "child sessions > never names a child",
    claims({ children: false }),
  ),
  broken(
    "lets a child end the root's turn",
    "child sessions > says nothing of the root by an event of a child",
    {
      ...translates((outcome) =>
        outcome.children === undefined ? outcome : { ...outcome, turn: { is: "idle" } },
      ),
    },
  ),
  broken(
    "gives a child's tools to the root",
    "child sessions > gives a child's tools and asks to that child, and the root's to the root",
    translates((outcome) =>
      outcome.tool === undefined ? outcome : { ...outcome, tool: { ...outcome.tool, owner: "main-0" } },
    ),
  ),
  broken("decides", "telemetry only > translates to nothing but what the contract has", {
    ...translates((outcome) => ({ ...outcome, decision: "approve" })),
  }),
  broken("prints", "telemetry only > prints nothing when it translates", {
    ...translates((outcome) => {
      console.log("seen");
      return outcome;
    }),
  }),
  broken("trusts a payload", "telemetry only > survives any payload", {
    ...translates((outcome, { payload }) => {
      const { input } = payload as { input?: { command: string } };
      return input === undefined
        ? outcome
        : { ...outcome, turnId: input.command.length > 0 ? "some" : "none" };
    }),
  }),
  broken(
    "looks words up in an object",
    "telemetry only > speaks the contract's words whatever a payload says",
    {
      ...translates((outcome, { payload }) => {
        const reasons: Record<string, "error"> = { failing: "error" };
        const { tool } = payload as { tool?: unknown };
        const reason = typeof tool === "string" ? reasons[tool] : undefined;
        return reason === undefined ? outcome : { ...outcome, reason };
      }),
    },
  ),
  broken(
    "follows a session reference anywhere",
    "transcript > reads nothing outside the home for a hostile session reference",
    {
      async transcript({ session }, host) {
        const path = `/home/user/.reference/${session}.log`;
        return host.readWindow(path, 1, 0) === undefined
          ? { kind: "unavailable", why: "none" }
          : { kind: "file", path };
      },
    },
  ),
  broken("finds no transcript", "transcript > finds the recorded one", {
    transcript: async () => ({ kind: "unavailable", why: "nobody looked" }),
  }),
  broken("trusts a record", "observe > states nothing by records that make no sense, and does not fail", {
    async observe(batch, host) {
      for (const { agent } of batch) {
        const text = host.readText(`${host.home}/.reference/${agent.pid}.state`);
        if (text?.startsWith("{") === true) JSON.parse(text);
      }
      return [];
    },
  }),
  broken("reads a whole transcript", "observe > reads within bounds", {
    async observe(batch, host) {
      for (const { agent } of batch) host.readText(`${host.home}/.reference/${agent.pid}.state`, 1024 ** 3);
      return [];
    },
  }),
  {
    fault: "registers an event that nobody has seen",
    failingCase: "events > has a recording of each registered event, or a reason why not",
    options: {
      fixtures: {
        ...referenceFixtures,
        events: referenceFixtures.events.filter(({ event }) => event !== "Prompt"),
      },
    },
  },
];
