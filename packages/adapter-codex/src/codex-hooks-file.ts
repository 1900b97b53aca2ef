import {
  article,
  type FileSnapshot,
  HexoError,
  isBlank,
  type JsonDocument,
  type JsonNode,
  memberValue,
  parseJsonDocument,
  recogniseWrapperCommand,
  splitByteOrderMark,
} from "@hexokit/core";
import { fieldsOf, type JsonFields, listOf, parseJson } from "@hexokit/core/hook";
import { codexEvents } from "./codex-events.js";
import { codexManifest } from "./codex-harness.js";

/** All that Codex takes at the top of `hooks.json`; with any other member it runs no hook at all (0.171.0). */
const rootKeys: ReadonlySet<unknown> = new Set(["description", "hooks"]);

type Wanted = "text" | "boolean" | "whole number";

/** A member of a handler: what it must be, and whether it may be absent, or null too. */
interface Member {
  readonly is: Wanted;
  readonly may?: "be absent" | "be absent or null";
}

const optionalText: Member = { is: "text", may: "be absent or null" };
const optionalNumber: Member = { is: "whole number", may: "be absent or null" };

/**
 * Kinds of handler, and the members that the parser looks at. With another kind or another value it refuses the
 * whole file; other members are passed over (0.171.0, live: each of these).
 */
const handlerKinds: ReadonlyMap<unknown, Readonly<Record<string, Member>>> = new Map([
  [
    "command",
    {
      command: { is: "text" },
      timeout: optionalNumber,
      async: { is: "boolean", may: "be absent" },
      statusMessage: optionalText,
      commandWindows: optionalText,
      additionalContextLimit: optionalNumber,
    },
  ],
  ["mcp_tool", { server: { is: "text" }, tool: { is: "text" }, timeout: optionalNumber }],
  ["prompt", {}],
  ["agent", {}],
]);

/** With more than that in a time-out, the discovery of hooks itself fails (0.171.0, live). */
const largestNumber = 2n ** 63n - 1n;

/** Under a name that it does not know Codex takes anything. */
const eventNames: ReadonlySet<unknown> = new Set(codexEvents.map(({ name }) => name));

/** One handler where it stands; Codex's trust goes by the position. */
export interface PlacedHandler {
  readonly event: string;
  readonly group: number;
  readonly index: number;
  readonly matcher: unknown;
  readonly handler: JsonFields;
  readonly isOurs: boolean;
}

/** Every handler of a file that is valid JSON, in its order; none for anything else. */
export function handlersIn(source: string | undefined): readonly PlacedHandler[] {
  const { hooks } = fieldsOf(parseJson(source === undefined ? undefined : splitByteOrderMark(source)[1]));
  return Object.entries(fieldsOf(hooks)).flatMap(([event, groups]) =>
    listOf(groups).flatMap((one, group) => {
      const { matcher, hooks: handlers } = fieldsOf(one);
      return listOf(handlers).map((value, index) => {
        const handler = fieldsOf(value);
        return { event, group, index, matcher, handler, isOurs: isOurs(handler) };
      });
    }),
  );
}

function isOurs({ type, command }: JsonFields): boolean {
  if (type !== "command" || typeof command !== "string") return false;
  return recogniseWrapperCommand(command)?.provider === codexManifest.id;
}

/**
 * Why Codex would refuse the whole file, though it is JSON: then no hook runs, the user's neither. Undefined
 * for a file that it takes, or that has nothing in it.
 * @throws HexoError CONFIG_MALFORMED
 */
export function refusalByCodex({ path, text = "" }: FileSnapshot): string | undefined {
  const [mark, rest] = splitByteOrderMark(text);
  if (isBlank(rest)) return mark === "" ? undefined : byteOrderMark;
  const document = parseJsonDocument(text, { path, comments: false });
  if (mark !== "") return byteOrderMark;
  const { root } = document;
  for (const property of root.children ?? []) {
    const key = property.children?.[0]?.value;
    if (!rootKeys.has(key)) return `it has \`${key}\` at the top, where only description and hooks may be`;
  }
  const description = memberProblem(document, root, "description", optionalText);
  if (description !== undefined) return description;
  for (const event of memberValue(root, "hooks")?.children ?? []) {
    const [key, groups] = event.children ?? [];
    if (!eventNames.has(key?.value)) continue;
    for (const group of groups?.children ?? []) {
      const problem = groupProblem(document, group);
      if (problem !== undefined) return `under ${key?.value}, ${problem}`;
    }
  }
  return undefined;
}

const byteOrderMark = "it begins with a byte order mark";

function groupProblem(document: JsonDocument, group: JsonNode): string | undefined {
  if (group.type !== "object") return `a group is ${article(group.type)}`;
  const handlers = memberValue(group, "hooks");
  if (handlers !== undefined && handlers.type !== "array") return `\`hooks\` is ${article(handlers.type)}`;
  return (
    memberProblem(document, group, "matcher", optionalText) ??
    (handlers?.children ?? []).map((handler) => handlerProblem(document, handler)).find(isProblem)
  );
}

function handlerProblem(document: JsonDocument, handler: JsonNode): string | undefined {
  if (handler.type !== "object") return `a hook is ${article(handler.type)}`;
  const type = memberValue(handler, "type")?.value;
  const members = handlerKinds.get(type);
  if (members === undefined) return `a hook has the type ${JSON.stringify(type)}`;
  return Object.entries(members)
    .map(([name, member]) => memberProblem(document, handler, name, member))
    .find(isProblem);
}

function memberProblem(
  document: JsonDocument,
  object: JsonNode,
  name: string,
  { is, may }: Member,
): string | undefined {
  const node = memberValue(object, name);
  if (node === undefined) return may === undefined ? `a hook has no \`${name}\`` : undefined;
  if (node.type === "null" && may === "be absent or null") return undefined;
  const written = document.text.slice(node.offset, node.offset + node.length);
  const isFine =
    is === "text"
      ? node.type === "string"
      : is === "boolean"
        ? node.type === "boolean"
        : /^\d+$/.test(written) && BigInt(written) <= largestNumber;
  return isFine ? undefined : `\`${name}\` is ${written.slice(0, 40)}, which is no ${is}`;
}

function isProblem(problem: string | undefined): problem is string {
  return problem !== undefined;
}

/** @throws HexoError CONFIG_MALFORMED, CONFIG_SHAPE */
export function requireAcceptable(file: FileSnapshot): void {
  const refusal = refusalByCodex(file);
  if (refusal === undefined) return;
  throw new HexoError(
    refusal === byteOrderMark ? "CONFIG_MALFORMED" : "CONFIG_SHAPE",
    `Codex refuses ${file.path} as a whole: ${refusal}.`,
    { hint: "Nothing was written. Correct that, then run the command again.", fields: { path: file.path } },
  );
}
