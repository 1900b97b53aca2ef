import { buildWrapperCommand, type FileChange, type HarnessAdapter, type PlanRequest } from "@hexokit/core";
import type { HookEventOutcome, HookInput, HookOutcome } from "@hexokit/core/hook";
import type { HarnessOptions } from "../options.js";
import { referenceAdapter, referenceFixtures } from "./reference-adapter.js";

/** A fault that an adapter may have, and the only case that fails for it. */
export interface BrokenAdapter {
  readonly fault: string;
  readonly failingCase: string;
  readonly options: Partial<Omit<HarnessOptions, "runner">>;
}

const reference = referenceAdapter();

type Change = Partial<HarnessAdapter> | ((good: HarnessAdapter) => Partial<HarnessAdapter>);

function broken(fault: string, failingCase: string, change: Change): BrokenAdapter {
  const changes = typeof change === "function" ? change(reference) : change;
  return { fault, failingCase, options: { adapter: { ...reference, ...changes } } };
}

function claims(capabilities: Partial<HarnessAdapter["capabilities"]>): Partial<HarnessAdapter> {
  return { capabilities: { ...reference.capabilities, ...capabilities } };
}

/** The reference with another text after an action: undefined leaves it as it is. */
function rewrites(
  action: PlanRequest["action"],
  rewrite: (text: string, before: string | undefined) => string | undefined,
): Partial<HarnessAdapter> {
  return {
    plan: (request) =>
      reference.plan(request).flatMap((change): FileChange[] => {
        const after =
          request.action === action && change.after !== undefined ? rewrite(change.after, change.before) : undefined;
        return [after === undefined ? change : { ...change, after }];
      }),
  };
}

function translates(translate: (outcome: HookEventOutcome, input: HookInput) => HookOutcome): Partial<HarnessAdapter> {
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

function without<Member extends keyof HookEventOutcome>(outcome: HookEventOutcome, member: Member): HookOutcome {
  const { [member]: _, ...rest } = outcome;
  return rest as HookEventOutcome;
}

interface Group {
  hooks: { command: string }[];
}

/** Settings of the reference with some entries taken out. */
function withoutEntries(text: string, goes: (command: string, group: Group) => boolean): string {
  const settings = JSON.parse(text) as { hooks?: Record<string, Group[]> };
  for (const groups of Object.values(settings.hooks ?? {})) {
    for (const group of groups) group.hooks = group.hooks.filter(({ command }) => !goes(command, group));
  }
  return JSON.stringify(settings);
}

/** Something that the reference never does otherwise, in a file that asks for it. */
const swapped = (text: string) => text.replace('"zeta": {},\n  "alpha": {}', '"alpha": {},\n  "zeta": {}');
const swappedBack = (text: string) => text.replace('"alpha": {},\n  "zeta": {}', '"zeta": {},\n  "alpha": {}');

const lastCommand = (forwarder: string) => JSON.stringify(buildWrapperCommand({ provider: "reference", event: "Stop", forwarder }));
const otherCommand = (forwarder: string) => lastCommand(forwarder).replace("exit 0", "exit  0");

export const brokenAdapters: readonly BrokenAdapter[] = [
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
  broken("declares a gap without a fact", "manifest > declares each gap once, with the fact that it rests on", {
    ...claims({ gaps: [{ id: "gap", summary: "Nobody knows.", fact: "" }] }),
  }),
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
  broken("goes by the name of a process", "manifest > recognise > does not go by what a process calls itself", {
    translator: {
      ...reference.translator,
      recognise: (process) => (process.name === "reference-agent" ? "agent" : reference.translator.recognise(process)),
    },
  }),
  broken("goes by a word in the arguments", "manifest > recognise > does not go by words that merely occur", {
    translator: {
      ...reference.translator,
      recognise: (process) =>
        process.arguments.some((word) => word.includes("reference-agent")) ? "agent" : reference.translator.recognise(process),
    },
  }),
  broken("is not idempotent", "install > has nothing to do the second time", {
    plan(request) {
      const planned = reference.plan(request);
      if (request.action === "uninstall" || planned.length > 0) return planned;
      return request.files
        .filter(({ role, text }) => role === "install" && text !== undefined)
        .map(({ path, text }) => ({ path, before: text, after: `${text}\n` }));
    },
  }),
  broken("plans something else each time", "install > plans the same from the same texts, and leaves what it was given alone", () => {
    let times = 0;
    return rewrites("install", (text, before) => (before === undefined && times++ % 2 === 0 ? `${text} ` : text));
  }),
  broken(
    "writes a file that it only reads",
    "install > lists each file that changes, with its text before, and only files to install into",
    {
      plan(request) {
        const planned = reference.plan(request);
        const isUsers = planned.some(({ before }) => before?.includes("alpha") === true);
        const read = request.files.find(({ role }) => role === "read");
        if (request.action === "uninstall" || !isUsers || read === undefined) return planned;
        return [...planned, { path: read.path, before: read.text, after: read.text }];
      },
    },
  ),
  broken("moves its entries when it updates them", "install > brings an older installation up to date in its place", {
    plan: (request) =>
      reference.plan(request).map((change) =>
        change.before?.includes("$HOME/old/") === true && request.action === "install"
          ? { ...change, after: `${change.after}\n` }
          : change,
      ),
  }),
  broken("leaves something behind", "uninstall > gives back the bytes of any file of the user's", {
    ...rewrites("uninstall", (text, before) =>
      before?.includes("$HOME/old/") === true || before?.includes("echo done") === true ? undefined : `${text}\n`,
    ),
  }),
  broken("leaves an empty file", "uninstall > takes away the files that we made", () => ({
    plan: (request) =>
      reference.plan(request).map((change) =>
        request.action === "uninstall" && change.after === undefined && !change.path.includes("former")
          ? { ...change, after: "" }
          : change,
      ),
  })),
  broken("knows no former place", "uninstall > cleans the former place /home/user/.reference-settings.json", {
    plan: (request) => reference.plan({ ...request, files: request.files.filter(({ role }) => role !== "former") }),
  }),
  broken("takes the whole group away", "foreign content > settings.json > keeps a user's hook in the same group as ours", {
    ...rewrites("uninstall", (text, before) => {
      const groups = Object.values((JSON.parse(before ?? "{}") as { hooks: Record<string, Group[]> }).hooks ?? {}).flat();
      const isShared = groups.some(({ hooks }) => hooks.length > 1);
      return isShared ? withoutEntries(text, (command) => command === "echo done") : undefined;
    }),
  }),
  broken(
    "takes a user's command for its own by a word",
    "foreign content > settings.json > keeps a user's command that only mentions our names",
    rewrites("uninstall", (text) =>
      text.includes("echo hexokit") ? withoutEntries(text, (command) => command.startsWith("echo hexokit")) : undefined,
    ),
  ),
  broken("takes a changed command for its own", "foreign content > settings.json > keeps a user's command that begins with ours", {
    ...rewrites("uninstall", (text) =>
      text.includes("# and mine") ? withoutEntries(text, (command) => command.endsWith("# and mine")) : undefined,
    ),
  }),
  broken("sorts the user's keys", "foreign content > settings.json > keeps the order of the user's keys", {
    plan: (request) =>
      reference.plan(request).map((change) => ({
        ...change,
        after: request.action === "install" ? change.after && swapped(change.after) : change.after && swappedBack(change.after),
      })),
  }),
  broken("mixes line ends", "foreign content > settings.json > keeps CRLF line ends", {
    plan: (request) =>
      reference.plan(request).map((change) => {
        const { before, after } = change;
        if (before?.includes("\r\n") !== true || after === undefined) return change;
        return {
          ...change,
          after: request.action === "install" ? after.replace(',\r\n  "hooks"', ',\n  "hooks"') : after,
        };
      }),
  }),
  broken("takes the last of two equal keys", "malformed config > settings.json > refuses duplicate keys", {
    plan: (request) => (request.files.some(({ text }) => text?.match(/"alpha".*"alpha"/s)) ? [] : reference.plan(request)),
  }),
  broken(
    "fails at an inspection",
    "malformed config > settings.json > inspects prose without an error, as not installed",
    {
      inspect(files, forwarder) {
        if (files.some(({ text }) => text?.startsWith("no settings"))) throw new Error("no JSON");
        return reference.inspect(files, forwarder);
      },
    },
  ),
  broken("has a command of its own for an event", "wrapper command > is the frozen text, once for each event", {
    plan: (request) =>
      reference
        .plan({
          ...request,
          files: request.files.map((file) =>
            file.text === undefined
              ? file
              : { ...file, text: file.text.replaceAll(otherCommand(request.forwarder), lastCommand(request.forwarder)) },
          ),
        })
        .map((change) => {
          const before = request.files.find(({ path }) => path === change.path)?.text;
          const after = change.after?.replaceAll(lastCommand(request.forwarder), otherCommand(request.forwarder));
          return { ...change, before, after };
        }),
    inspect: (files, forwarder) =>
      reference.inspect(
        files.map((file) =>
          file.text === undefined
            ? file
            : { ...file, text: file.text.replaceAll(otherCommand(forwarder), lastCommand(forwarder)) },
        ),
        forwarder,
      ),
  }),
  broken("claims waiting and never says it", "events > tells that a human is asked", translates((outcome) => without(outcome, "ask"))),
  broken("says waiting and does not claim it", "events > never says that a human is asked", claims({ waiting: false })),
  broken("says answers and does not claim them", "events > never says that a human has answered", claims({ answers: false })),
  broken("has an interrupt event and does not claim it", "events > registers no event of an interruption", {
    ...claims({ interruptHook: false }),
  }),
  broken("counts its calls", "events > means the same by the same payload", () => {
    let calls = 0;
    return translates((outcome) => ({ ...outcome, turnId: String(calls++) }));
  }),
  broken("changes the payload", "events > leaves the payload as it was", {
    ...translates((outcome, { payload }) => {
      if (typeof payload === "object" && payload !== null && Object.isExtensible(payload)) Object.assign(payload, { seen: true });
      return outcome;
    }),
  }),
  broken("puts text into a session reference", "events > names sessions that may stand in a pane option", {
    ...translates((outcome) => ({ ...outcome, session: "the first session" })),
  }),
  broken("names a child and does not claim it", "child sessions > never names a child", claims({ children: false })),
  broken("lets a child end the root's turn", "child sessions > says nothing of the root by an event of a child", {
    ...translates((outcome) => (outcome.children === undefined ? outcome : { ...outcome, turn: { is: "idle" } })),
  }),
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
      return input === undefined ? outcome : { ...outcome, turnId: input.command.length > 0 ? "some" : "none" };
    }),
  }),
  broken("looks words up in an object", "telemetry only > speaks the contract's words whatever a payload says", {
    ...translates((outcome, { payload }) => {
      const reasons: Record<string, "error"> = { failing: "error" };
      const reason = reasons[String((payload as { tool?: unknown }).tool)];
      return reason === undefined ? outcome : { ...outcome, reason };
    }),
  }),
  broken("follows a session reference anywhere", "transcript > reads nothing outside the home for a hostile session reference", {
    async transcript({ session }, host) {
      const path = `/home/user/.reference/${session}.log`;
      return host.readWindow(path, 1, 0) === undefined ? { kind: "unavailable", why: "none" } : { kind: "file", path };
    },
  }),
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
    options: { fixtures: { ...referenceFixtures, events: referenceFixtures.events.filter(({ event }) => event !== "Prompt") } },
  },
];
