import type { FileChange, HarnessAdapter, PlanRequest } from "@hexokit/core";
import { type BrokenAdapter, broken, reference } from "./broken-adapter.js";

/** The reference with another text after an action: undefined leaves it as it is. */
function rewrites(
  action: PlanRequest["action"],
  rewrite: (text: string, before: string | undefined) => string | undefined,
): Partial<HarnessAdapter> {
  return {
    plan: (request) =>
      reference.plan(request).flatMap((change): FileChange[] => {
        const after =
          request.action === action && change.after !== undefined
            ? rewrite(change.after, change.before)
            : undefined;
        return [after === undefined ? change : { ...change, after }];
      }),
  };
}

interface Group {
  hooks: { command: string }[];
}

function settingsIn(text: string): { hooks?: Record<string, Group[]> } {
  return JSON.parse(text);
}

/** Settings of the reference with some entries taken out. */
function withoutEntries(text: string, goes: (command: string) => boolean): string {
  const settings = settingsIn(text);
  for (const groups of Object.values(settings.hooks ?? {})) {
    for (const group of groups) group.hooks = group.hooks.filter(({ command }) => !goes(command));
  }
  return JSON.stringify(settings);
}

/** Something that the reference never does otherwise, in a file that asks for it. */
const swapped = (text: string) => text.replace('"zeta": {},\n  "alpha": {}', '"alpha": {},\n  "zeta": {}');
const swappedBack = (text: string) =>
  text.replace('"alpha": {},\n  "zeta": {}', '"zeta": {},\n  "alpha": {}');

/** The command of one event with a blank more, and back. */
const hidden = (text: string) => text.replace(/exit 0(\\" 0; set -- reference Stop;)/g, "exit  0$1");
const shown = (text: string) => text.replaceAll("exit  0", "exit 0");
const shownFile = <File extends { readonly text: string | undefined }>(file: File): File => ({
  ...file,
  text: file.text === undefined ? undefined : shown(file.text),
});

/** Faults in what is written into a user's files. */
export const brokenInstallations: readonly BrokenAdapter[] = [
  broken("is not idempotent", "install > has nothing to do the second time", {
    plan(request) {
      const planned = reference.plan(request);
      if (request.action === "uninstall" || planned.length > 0) return planned;
      return request.files
        .filter(({ role, text }) => role === "install" && text !== undefined)
        .map(({ path, text }) => ({ path, before: text, after: `${text}\n` }));
    },
  }),
  broken(
    "writes into its request",
    "install > plans the same from the same texts, and leaves what it was given alone",
    {
      plan: (request) => reference.plan(Object.assign(request, { seen: true })),
    },
  ),
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
  broken(
    "moves its entries when it updates them",
    "install > brings an older installation up to date in its place",
    {
      plan: (request) =>
        reference
          .plan(request)
          .map((change) =>
            change.before?.includes("$HOME/old/") === true && request.action === "install"
              ? { ...change, after: `${change.after}\n` }
              : change,
          ),
    },
  ),
  broken("leaves something behind", "uninstall > gives back the bytes of any file of the user's", {
    ...rewrites("uninstall", (text, before) =>
      before?.includes("$HOME/old/") === true || before?.includes("echo done") === true
        ? undefined
        : `${text}\n`,
    ),
  }),
  broken("leaves an empty file", "uninstall > takes away the files that we made", {
    plan: (request) =>
      reference.plan(request).map((change) => {
        const isToday =
          change.path.endsWith("/.reference/settings.json") && change.before?.includes("/.local/share/");
        return isToday && change.after === undefined ? { ...change, after: "" } : change;
      }),
  }),
  broken("knows no former place", "uninstall > cleans the former place /home/user/.reference-settings.json", {
    plan: (request) =>
      reference.plan({ ...request, files: request.files.filter(({ role }) => role !== "former") }),
  }),
  broken(
    "takes the whole group away",
    "foreign content > settings.json > keeps a user's hook in the same group as ours",
    {
      ...rewrites("uninstall", (text, before) => {
        const groups = Object.values(
          before?.includes("echo done") ? (settingsIn(before).hooks ?? {}) : {},
        ).flat();
        const isShared = groups.some(({ hooks }) => hooks.length > 1);
        return isShared ? withoutEntries(text, (command) => command === "echo done") : undefined;
      }),
    },
  ),
  broken(
    "takes a user's command for its own by a word",
    "foreign content > settings.json > keeps a user's command that only mentions our names",
    rewrites("uninstall", (text) =>
      text.includes("echo hexokit")
        ? withoutEntries(text, (command) => command.startsWith("echo hexokit"))
        : undefined,
    ),
  ),
  broken(
    "takes a changed command for its own",
    "foreign content > settings.json > keeps a user's command that begins with ours",
    {
      ...rewrites("uninstall", (text) =>
        text.includes("# and mine")
          ? withoutEntries(text, (command) => command.endsWith("# and mine"))
          : undefined,
      ),
    },
  ),
  broken("sorts the user's keys", "foreign content > settings.json > keeps the order of the user's keys", {
    plan: (request) =>
      reference.plan(request).map((change) => ({
        ...change,
        after:
          request.action === "install"
            ? change.after && swapped(change.after)
            : change.after && swappedBack(change.after),
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
    plan: (request) =>
      request.files.some(({ text }) => text?.match(/"alpha".*"alpha"/s)) ? [] : reference.plan(request),
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
  broken(
    "has a command of its own for an event",
    "wrapper command > is the frozen text, once for each event",
    {
      plan: (request) =>
        reference.plan({ ...request, files: request.files.map(shownFile) }).map(({ path, after }) => {
          const before = request.files.find((file) => file.path === path)?.text;
          return { path, before, after: after === undefined ? undefined : hidden(after) };
        }),
      inspect: (files, forwarder) => reference.inspect(files.map(shownFile), forwarder),
    },
  ),
];
