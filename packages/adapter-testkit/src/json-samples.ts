import { type JsonNode, parseJsonDocument } from "@hexokit/core";
import type { SyntaxSamples, UserCommand } from "./syntax-samples.js";

const plain = '{\n  "alpha": {\n    "on": true\n  },\n  "beta": {}\n}\n';

const texts = {
  "an empty file": "",
  "a blank file": "\n",
  "an empty object": "{}\n",
  "an indentation of two": plain,
  "an indentation of four": plain.replaceAll("  ", "    "),
  tabs: plain.replaceAll("  ", "\t"),
  "CRLF line ends": plain.replaceAll("\n", "\r\n"),
  "a byte order mark": `\uFEFF${plain}`,
  "a missing final newline": plain.trimEnd(),
  "one line": '{"alpha":{"on":true},"beta":{}}',
  "odd white space": '{ "alpha" :{"on"\t: true  }\n\n  ,"beta":{ }  }  \n\n',
  "the order of the user's keys": '{\n  "zeta": {},\n  "alpha": {}\n}\n',
  "escapes and other scripts": '{\n  "alpha": { "text": "\\u00e9 \\/ ü 🙂 \\"}{\\"" }\n}\n',
};

const comments = {
  "comments and trailing commas":
    '// first\n{\n  "alpha": {}, // one, with a comma\n  /* two */ "beta": {}, // three\n}\n// last\n',
};

const commentsAlone = {
  comments:
    '// first\n{\n  "alpha": {}, // one, with a comma\n  /* two */ "beta": {} // three\n  /* four\n  lines */\n}\n// last\n',
  "a comment in place of a first member": "{\n  // nothing yet\n}\n",
  "comments on one line": '{ /* a */ "alpha": {} /* b */, "beta": {} /* c */ } // d',
};

const malformed = {
  "a text that is cut off": '{\n  "alpha": {\n',
  prose: "no settings\n",
  "duplicate keys": '{\n  "alpha": {},\n  "alpha": {}\n}\n',
  "an array": "[]\n",
  "a string": '"settings"\n',
  null: "null\n",
};

const trailingCommas = {
  "a trailing comma": '{\n  "alpha": {}, // one\n}\n',
  "a trailing comma in a list": '{\n  "alpha": [1,]\n}\n',
};

const notStrict = {
  "a comment in strict JSON": '{\n  "alpha": {} // one\n}\n',
  "a trailing comma in strict JSON": '{\n  "alpha": {},\n}\n',
};

/** Samples of JSON, strict or with comments. */
export function jsonSamples(syntax: "json" | "jsonc"): SyntaxSamples {
  const withComments = syntax === "jsonc";
  return {
    texts: { ...texts, ...(withComments ? comments : {}) },
    malformed: { ...malformed, ...(withComments ? {} : notStrict) },
    encode: (text) => JSON.stringify(text),
    addUserCommand: (text, command) => addUserCommand(text, command, withComments),
    ...(withComments ? { comment: (text: string) => `/* ${text} */` } : {}),
  };
}

/** Samples of JSON with comments, but without the rest of JSONC. */
export function commentedJsonSamples(): SyntaxSamples {
  const general = jsonSamples("jsonc");
  const { "a byte order mark": marked = "", ...plainTexts } = texts;
  return {
    ...general,
    texts: { ...plainTexts, ...commentsAlone },
    malformed: { ...malformed, ...trailingCommas, "a byte order mark": marked },
  };
}

/** Samples of a file that may hold `description` and `hooks` alone: what the general ones have, in those words. */
export function hooksJsonSamples(): SyntaxSamples {
  const general = jsonSamples("json");
  const inItsWords = (text: string) =>
    text
      .replace(/"(?:alpha|zeta)"(\s*):\s*\{[^{}]*\}/, '"description"$1: "mine"')
      .replace('"beta"', '"hooks"');
  const { "a byte order mark": marked, "escapes and other scripts": _, ...plainTexts } = general.texts;
  const inWords = Object.entries(plainTexts).map(([name, text]) => [name, inItsWords(text)] as const);
  return {
    ...general,
    texts: {
      ...Object.fromEntries(inWords),
      "the order of the user's keys": '{\n  "hooks": {},\n  "description": "mine"\n}\n',
      "escapes and other scripts": '{\n  "description": "\\u00e9 \\/ ü 🙂 \\"}{\\""\n}\n',
      "hooks of the user's":
        '{\n  "hooks": {\n    "Stop": [{ "hooks": [{ "type": "command", "command": "date" }] }]\n  }\n}\n',
    },
    malformed: {
      ...general.malformed,
      "a byte order mark": inItsWords(marked ?? ""),
      "another key at the top": plain,
    },
  };
}

/** Samples of a file whose every member is a hook with a name and an event map. */
export function namedHooksSamples(): SyntaxSamples {
  const general = jsonSamples("json");
  const inItsWords = (text: string) =>
    text.replace(/"on"(\s*):(\s*)true/, '"enabled"$1:$2true').replace('"text"', '"description"');
  const { "a byte order mark": marked, ...plainTexts } = general.texts;
  const inWords = Object.entries(plainTexts).map(([name, text]) => [name, inItsWords(text)] as const);
  return {
    ...general,
    texts: {
      ...Object.fromEntries(inWords),
      "hooks of the user's":
        '{\n  "mine": {\n    "Stop": [{ "type": "command", "command": "date", "timeout": 5 }]\n  }\n}\n',
    },
    malformed: {
      ...general.malformed,
      "a byte order mark": inItsWords(marked ?? ""),
      "a member that is no hook": '{\n  "version": 1,\n  "alpha": {}\n}\n',
    },
  };
}

/** Copies our entry (or the group around it) with the user's command in it, and puts the copy beside ours. */
function addUserCommand(
  source: string,
  { ours, theirs, beside, where }: UserCommand,
  comments: boolean,
): string {
  const { byteOrderMark, text, root } = parseJsonDocument(source, { path: "settings", comments });
  const command = findString(root, ours);
  const lists = command === undefined ? [] : itemsAround(command);
  const item = beside === "entry" ? lists[0] : lists.at(-1);
  if (command === undefined || item === undefined)
    throw new Error(`no entry in a list has the command ${ours}`);
  const end = item.offset + item.length;
  const copy =
    text.slice(item.offset, command.offset) +
    JSON.stringify(theirs) +
    text.slice(command.offset + command.length, end);
  const at = where === "before" ? item.offset : end;
  return (
    byteOrderMark + text.slice(0, at) + (where === "before" ? `${copy}, ` : `, ${copy}`) + text.slice(at)
  );
}

function findString(node: JsonNode, value: string): JsonNode | undefined {
  if (node.type === "string" && node.value === value) return node;
  for (const child of node.children ?? []) {
    const found = findString(child, value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The elements of arrays that a node lies in, the innermost first. */
function itemsAround(node: JsonNode): JsonNode[] {
  const items: JsonNode[] = [];
  for (let item = node; item.parent !== undefined; item = item.parent) {
    if (item.parent.type === "array") items.push(item);
  }
  return items;
}
