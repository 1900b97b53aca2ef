import fc from "fast-check";
import { buildWrapperCommand } from "../forwarder/wrapper-command.js";

/** For tests: texts of valid TOML files as people and programs leave them; with `own`, with tables of ours in them. */
export function arbitraryToml(options: { readonly own: boolean }): fc.Arbitrary<string> {
  const part = options.own ? fc.oneof({ weight: 3, arbitrary: foreign }, ownPart) : foreign;
  return fc
    .record({
      keys: fc.array(key, { maxLength: 4 }),
      parts: fc.array(part, { maxLength: 6 }),
      crlf: fc.constantFrom(false, false, true),
      mark: fc.constantFrom("", "", "\uFEFF"),
      behind: fc.constantFrom("", "", "\n", "\n\n", "# the end", "  "),
      cut: fc.boolean(),
    })
    .map(({ keys, parts, crlf, mark, behind, cut }) => {
      const unique = (texts: readonly string[]) =>
        texts.map((text, index) => text.replaceAll("§", String(index)));
      const whole = [...unique(keys), ...unique(parts)].join("");
      const text = (cut ? whole.replace(/\s+$/, "") : whole) + (cut ? "" : behind);
      return mark + (crlf ? text.replaceAll("\n", "\r\n") : text);
    });
}

/** `§` is a number of its own in each. */
const key = fc.constantFrom(
  'key§ = "value"\n',
  "  key§ = 'literal # \\'  # a comment\n",
  '"odd # key§" = 1\n',
  'text§ = """\n[[hooks]]\n# >>> hexokit >>>\n# <<< hexokit <<<\n\\""" """\n',
  "text§ = '''\n[[hooks]]\ncommand = ''x'''''\n",
  'inline§ = { a = "}", b = [1, "]"], c = { d = "#" } }\n',
  'list§ = [\n  "a", # one [\n\n  [ 2 ], # >>> hexokit >>>\n]\n',
  "big§ = 9223372036854775807\n",
  "no§ = nan # not a number\n",
  "day§ = 2026-01-01T00:00:00.123456Z\n",
  "a§.b = 1\n",
  "\n",
  "\n\n",
  "# a comment, [[hooks]]\n",
  " \t# indented\n",
);

const hook = (command: string, more = "") => `[[hooks]]\nevent = "Stop"\n${more}command = ${command}\n`;

const foreign = fc.constantFrom(
  '[table§]\nx = "y"\n',
  "[ table§ . 'sub # ]' ] # so\n",
  "[[list]]\nx = §\n[list.sub]\ny = 1\n",
  "\n",
  "\n\n",
  "# comment\n",
  "# >>> other >>>\n[other§]\n# <<< other <<<\n",
  hook('"date"'),
  hook("'''date'''", "# about it\n\n"),
  hook('"rk agent hook --agent kimi idle"'),
  '[[ "hooks" ]]\ncommand = "x" # >>> hexokit >>>\nevent = "Stop"\nmatcher = "[a]"\n',
  '[[hooks]] # >>> mine\nevent = \'Stop\'\ncommand = """\nmany\nlines"""\n',
);

const forwarders = [
  "$HOME/.local/share/hexokit/rk-hook",
  "$HOME/old/hexokit/rk-hook",
  "/srv/hexokit/rk-hook",
];
const ownCommand = fc.oneof(
  fc
    .tuple(fc.constantFrom("SessionStart", "Stop", "Retired"), fc.constantFrom(...forwarders))
    .map(([event, forwarder]) => buildWrapperCommand({ provider: "kimi", event, forwarder })),
  fc.constantFrom("rk agent hook", "run-kit agent-hook").map((words) => {
    const [program, ...rest] = words.split(" ");
    return `/bin/sh -c '[ -n "$TMUX_PANE" ] || exit 0; "/usr/local/bin/${program}" ${rest.join(" ")} --agent kimi idle 2>/dev/null || true'`;
  }),
);

const ownPart = fc
  .tuple(
    ownCommand.map((command) => JSON.stringify(command)),
    fc.constantFrom("", "# mine\n", 'matcher = "x"\n', "timeout = 3\n"),
    fc.constantFrom("bare", "marked", "begin", "end", "commented"),
  )
  .map(([command, more, form]) => {
    const table = hook(command, more);
    const begin = "# >>> hexokit: whatever an older one said >>>\n";
    const end = "# <<< hexokit <<<\n";
    if (form === "marked") return `\n${begin}${table}\n${table}${end}`;
    if (form === "commented") return `${begin}# mine\n${table}${end}`;
    return (form === "begin" ? begin : "") + table + (form === "end" ? end : "");
  });
