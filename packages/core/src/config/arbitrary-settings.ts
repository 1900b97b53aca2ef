import fc from "fast-check";
import { buildWrapperCommand } from "../forwarder/wrapper-command.js";

/** For tests: settings files as people, programs and accidents leave them. */
export interface ArbitrarySettingsOptions {
  readonly provider: string;
  /** Events that the harness knows; some files use others too. */
  readonly events: readonly string[];
  /** With entries of ours: of today, of older generations, of other directories, twice, misplaced. */
  readonly own: boolean;
  /** With comments between values. */
  readonly comments?: boolean;
  /** Each member of the root is a hook with a name; see `JsonHooksTarget.named`. */
  readonly named?: boolean;
}

type Value = string | number | boolean | null | Value[] | { [key: string]: Value };

/** Texts of valid JSON files whose root is an object with an event map that the harness would read. */
export function arbitrarySettings(options: ArbitrarySettingsOptions): fc.Arbitrary<string> {
  return fc
    .record({
      root: options.named === true ? arbitraryNamedRoot(options) : arbitraryRoot(options),
      layout: arbitraryLayout(options.comments === true),
      noise: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
    })
    .map(({ root, layout, noise }) => printSettings(root, layout, noise));
}

const words = fc.constantFrom(
  "model",
  "env",
  "permissions",
  "a b",
  "",
  "ü",
  "__proto__",
  "Stop",
  "hooks ",
  "statusLine",
);
const scalar = fc.oneof(
  fc.constantFrom<Value>(
    true,
    false,
    null,
    0,
    -1.5e3,
    'quote " and \\',
    "comma, brace } bracket ]",
    "rk-hook",
    "🙂\u0000",
  ),
  fc.string({ maxLength: 6 }),
);
const anything: fc.Arbitrary<Value> = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(words, tie("value"), { maxKeys: 3 }),
  ),
})).value;

const foreignEntry: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom<Value>(
    { type: "command", command: "echo done" },
    { type: "command", command: "/opt/hexokit/rk-hook claude Stop", timeout: 3 },
    { type: "command", command: "rk agent hook --agent claude idle" },
    { type: "prompt", prompt: "go on?" },
    {},
  ),
  anything,
);

function ownEntry({ provider, events }: ArbitrarySettingsOptions): fc.Arbitrary<Value> {
  const forwarder = fc.constantFrom(
    "$HOME/.local/share/hexokit/rk-hook",
    "$HOME/old/hexokit/rk-hook",
    "/srv/hexokit/rk-hook",
  );
  const current = fc.tuple(fc.constantFrom(...events, "Retired"), forwarder).map(([event, path]) => ({
    type: "command",
    command: buildWrapperCommand({ provider, event, forwarder: path }),
    timeout: 3,
  }));
  const original = fc
    .tuple(fc.constantFrom("rk", "run-kit"), fc.constantFrom("agent hook", "agent-hook"))
    .map(
      ([program, words]): Value => ({
        type: "command",
        command: `/bin/sh -c '[ -n "$TMUX_PANE" ] || exit 0; "/usr/local/bin/${program}" ${words} --agent ${provider} active 2>/dev/null || true'`,
      }),
    );
  return fc.oneof(current, original);
}

function arbitraryRoot(options: ArbitrarySettingsOptions): fc.Arbitrary<Value> {
  const entry = options.own ? fc.oneof(foreignEntry, ownEntry(options)) : foreignEntry;
  const group: fc.Arbitrary<Value> = fc.oneof(
    { weight: 5, arbitrary: fc.record({ hooks: fc.array(entry, { maxLength: 3 }) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        matcher: fc.constantFrom("", "*", "Bash"),
        hooks: fc.array(entry, { maxLength: 2 }),
      }),
    },
    { weight: 1, arbitrary: fc.constantFrom<Value>({}, { matcher: "Bash" }, { hooks: "none" }) },
  );
  const hooks: fc.Arbitrary<Value> = fc
    .tuple(
      fc.dictionary(fc.constantFrom(...options.events, "Retired"), fc.array(group, { maxLength: 3 }), {
        maxKeys: 4,
      }),
      fc.dictionary(fc.constantFrom("enabled", "Other"), anything, { maxKeys: 1 }),
    )
    .map(([known, other]) => ({ ...known, ...other }));
  return fc
    .record({
      before: fc.dictionary(words, anything, { maxKeys: 3 }),
      hooks: fc.option(hooks),
      after: fc.boolean(),
    })
    .map(({ before, hooks, after }) => {
      const members = Object.entries(before);
      if (hooks !== null) members.splice(after ? 0 : members.length, 0, ["hooks", hooks]);
      return Object.fromEntries(members);
    });
}

function arbitraryNamedRoot(options: ArbitrarySettingsOptions): fc.Arbitrary<Value> {
  const foreign = foreignEntry.filter(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  );
  const entry = options.own ? fc.oneof(foreign, ownEntry(options)) : foreign;
  const lists = fc.dictionary(
    fc.constantFrom(...options.events, "Retired"),
    fc.array(entry, { maxLength: 3 }),
    { maxKeys: 3 },
  );
  const map = fc.tuple(fc.dictionary(fc.constantFrom("enabled", "Other"), anything, { maxKeys: 1 }), lists);
  return fc.dictionary(
    fc.oneof(words, fc.constantFrom("hexokit", "run-kit", "hooks")),
    map.map(([other, known]): Value => ({ ...other, ...known })),
    { maxKeys: 4 },
  );
}

interface Layout {
  readonly comments: boolean;
  readonly newline: "\n" | "\r\n";
  readonly unit: string;
  readonly mark: boolean;
  readonly before: string;
  readonly behind: string;
  /** `mixed`: each container for itself; `odd`: any white space anywhere. */
  readonly containers: "pretty" | "compact" | "spaced" | "mixed" | "odd";
}

const arbitraryLayout = (comments: boolean): fc.Arbitrary<Layout> =>
  fc.record({
    comments: fc.constant(comments),
    newline: fc.constantFrom("\n", "\r\n"),
    unit: fc.constantFrom("  ", "    ", "\t", " ", "   ", ""),
    mark: fc.boolean(),
    before: fc.constantFrom("", "", "", "\n", "  ", ...(comments ? ["// first\n", "/* { */ "] : [])),
    behind: fc.constantFrom("", "\n", "\r\n", "\n\n", " \t", ...(comments ? ["// last", " /* } */\n"] : [])),
    containers: fc.constantFrom("pretty", "compact", "spaced", "mixed", "odd"),
  });

/** What people write between values, where they may. */
const commentWords = [
  '/* a, "b": [ */',
  "// it's {\n",
  "/**/",
  " // rk-hook, ]\r\n",
  "/* two\n lines */",
  "//\n",
];

function printSettings(root: Value, layout: Layout, noise: number): string {
  let state = noise;
  const pick = <T>(choices: readonly T[]): T => {
    state = (state * 48271) % 2147483647;
    return choices[state % choices.length] as T;
  };
  const note = () => (layout.comments && pick([0, 0, 1]) === 1 ? pick(commentWords) : "");
  const odd = () => note() + pick(["", " ", "  ", "\n", "\r\n", "\t", "\n\t ", "\r", "\n\r", ""]) + note();

  const print = (value: Value, indent: string): string => {
    if (typeof value === "string") return respell(JSON.stringify(value));
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    const list = Array.isArray(value);
    const [open, close] = list ? ["[", "]"] : ["{", "}"];
    const kind =
      layout.containers === "mixed" ? pick(["pretty", "compact", "spaced"] as const) : layout.containers;
    const inner = indent + layout.unit;
    const colon = { pretty: ": ", compact: ":", spaced: ": ", odd: `${odd()}:${odd()}` }[kind];
    const items = list
      ? value.map((item) => print(item, inner))
      : Object.entries(value).map(([key, item]) => respell(JSON.stringify(key)) + colon + print(item, inner));
    if (items.length === 0)
      return open + (kind === "odd" ? odd() : note() + pick(["", "", " ", layout.newline + indent])) + close;
    const line = layout.newline + inner;
    if (kind === "pretty")
      return (
        open +
        note() +
        line +
        items.join(`${note()},${note()}${line}`) +
        note() +
        layout.newline +
        indent +
        close
      );
    if (kind === "compact") return open + note() + items.join(`,${note()}`) + note() + close;
    if (kind === "spaced") return `${open} ${note()}${items.join(", ")} ${note()}${close}`;
    return (
      open +
      odd() +
      items.map((item, index) => (index === 0 ? "" : `${odd()},${odd()}`) + item).join("") +
      odd() +
      close
    );
  };
  // The same string can be written in many ways.
  const respell = (text: string): string =>
    pick([0, 0, 0, 1]) === 0
      ? text
      : text.replace(/[ks]/, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`);

  return (layout.mark ? "\uFEFF" : "") + layout.before + print(root, "") + layout.behind;
}
