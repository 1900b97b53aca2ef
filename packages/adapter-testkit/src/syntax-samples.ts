import type { ConfigSyntax } from "@hexokit/core";
import { commentedJsonSamples, hooksJsonSamples, jsonSamples, namedHooksSamples } from "./json-samples.js";
import { tomlSamples } from "./toml-samples.js";

/** A command of the user's that is put into an installed file. */
export interface UserCommand {
  /** A command of ours that is there. */
  readonly ours: string;
  readonly theirs: string;
  /** Next to our entry in its own group, or as a group of its own. */
  readonly beside: "entry" | "group";
  readonly where: "before" | "behind";
}

/** What the kit knows of a syntax: files as people leave them, and how to add to them as a person does. */
export interface SyntaxSamples {
  /** Files without anything of ours; the name completes "keeps …". */
  readonly texts: Readonly<Record<string, string>>;
  /** Files that the harness, or we, could misread; the name completes "refuses …". */
  readonly malformed: Readonly<Record<string, string>>;
  /** A command as it stands in a file; undefined where files hold no commands. */
  readonly encode?: (text: string) => string;
  readonly addUserCommand?: (text: string, command: UserCommand) => string;
  /** A comment that may stand between any two values; undefined where there are none. */
  readonly comment?: (text: string) => string;
}

const samples: Readonly<Record<ConfigSyntax, SyntaxSamples>> = {
  json: jsonSamples("json"),
  jsonc: jsonSamples("jsonc"),
  "json-with-comments": commentedJsonSamples(),
  "hooks-json": hooksJsonSamples(),
  "named-hooks-json": namedHooksSamples(),
  toml: tomlSamples(),
  javascript: { texts: { "a module of somebody else's": "export default () => ({});\n" }, malformed: {} },
};

export function samplesOf(syntax: ConfigSyntax): SyntaxSamples {
  return samples[syntax];
}
