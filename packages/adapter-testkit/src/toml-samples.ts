import type { SyntaxSamples, UserCommand } from "./syntax-samples.js";

const plain = 'model = "large"\n\n[alpha]\non = true\n\n[beta]\n';
const hook = '[[hooks]]\nevent = "Stop"\ncommand = "date"\n';

const texts = {
  "an empty file": "",
  "a blank file": "\n",
  "tables and keys": plain,
  "CRLF line ends": plain.replaceAll("\n", "\r\n"),
  "a byte order mark": `\uFEFF${plain}`,
  "a missing final newline": plain.trimEnd(),
  "a comment without a newline at the end": `${plain}# last`,
  "blank lines at the end": `${plain}\n\n`,
  "comments at every place": `# first\n${plain.replaceAll("\n", " # so\n")}# last\n`,
  "odd white space": '  model="large"\t\n\n\n[ alpha ]\n\ton   =true\n',
  quotes: `literal = 'C:\\x # no comment'\nbasic = "a \\"b\\" # \\u00e9 ]"\n"a key" = 1\n['quoted "table"']\nx = ""\n`,
  "strings over several lines": `long = """\n[[hooks]]\n# >>> no mark >>>\n\\"""" \nother = '''\n[x]\n''quoted'''''\n`,
  "inline tables and arrays over several lines":
    'point = { x = 1, y = [1, 2], z = { w = "}" } }\nlist = [\n  "a]", # one\n  [ 2, 3 ],\n]\n',
  "numbers and dates":
    "big = 9223372036854775807\nfloat = 1e+3\nno = nan\nday = 2026-01-01T00:00:00Z\nlocal = 07:30:00\n",
  "other lists of tables": '[[rules]]\nname = "x"\n[rules.sub]\ny = 1\n[[rules]]\n',
  "hooks of the user's": `${plain}\n${hook}`,
  "hooks of the user's, spelled otherwise": `[[ "hooks" ]] # mine\ncommand = '''date'''\nevent = "Stop"\n\n[alpha]\non = true\n`,
};

const malformed = {
  "a text that is cut off": 'model = "lar',
  prose: "no settings\n",
  "duplicate keys": 'model = "large"\nmodel = "small"\n',
  "duplicate tables": "[alpha]\n[alpha]\n",
  "hooks as an empty array": `hooks = []\n${plain}`,
  "hooks as an array of inline tables": `hooks = [{ event = "Stop", command = "date" }]\n${plain}`,
  "hooks as a table": `${plain}[hooks]\nStop = "date"\n`,
};

/** Samples of TOML that has hooks as `[[hooks]]` tables, each with a `command`. */
export function tomlSamples(): SyntaxSamples {
  return {
    texts,
    malformed,
    encode: (text) => JSON.stringify(text),
    addUserCommand,
    comment: (text) => `# ${text}`,
  };
}

/** Copies our table with the user's command in it: beside ours, or outside of everything that is ours. */
function addUserCommand(text: string, { ours, theirs, beside, where }: UserCommand): string {
  const command = JSON.stringify(ours);
  const at = text.indexOf(command);
  const start = text.lastIndexOf("[[hooks]]", at);
  if (at < 0 || start < 0) throw new Error(`no table has the command ${ours}`);
  const next = /\n(?=\s*(?:\[|#|$))/.exec(text.slice(at));
  const end = at + (next?.index ?? text.length) + 1;
  const copy = text.slice(start, end).replace(command, () => JSON.stringify(theirs));
  if (beside === "group") return where === "before" ? `${copy}\n${text}` : `${text}\n${copy}`;
  return where === "before"
    ? `${text.slice(0, start)}${copy}\n${text.slice(start)}`
    : `${text.slice(0, end)}\n${copy}${text.slice(end)}`;
}
