import type { ProcessInfo, ProcessRole } from "@hexokit/core/hook";

/**
 * Programs of Codex, by the path of the executable: the npm package's platform binary (older packages had it
 * inside), the copies that Codex keeps of itself (the daemon's is one), Homebrew's, and a binary that someone
 * put into a folder of programs.
 */
const programs = [
  /\/@openai\/codex(?:-[a-z0-9-]+)?\/vendor\/[^/]+\/(?:bin|codex)\/codex$/,
  /\/packages\/(?:app-server-daemon|standalone)\/releases\/[^/]+\/(?:bin\/)?codex$/,
  /\/(?:Cellar|Caskroom)\/codex\/[^/]+\/(?:bin\/)?codex(?:-[a-z0-9_-]+)?$/,
  /^\/(?:usr\/(?:local\/)?|opt\/homebrew\/)bin\/codex$/,
  /\/\.(?:local|cargo)\/bin\/codex$/,
];

/** The npm package's launcher; before Node 22.15 it stays and waits for the binary (0.171.0, live). */
const launcher = /\/@openai\/codex\/bin\/codex\.js$/;

const node = /\/node$/;

/** Options before a subcommand that take the next word along. */
const optionsWithValue: ReadonlySet<string> = new Set([
  "-a",
  "--add-dir",
  "--ask-for-approval",
  "-c",
  "-C",
  "--cd",
  "--config",
  "--disable",
  "--enable",
  "-i",
  "--image",
  "--local-provider",
  "-m",
  "--model",
  "-p",
  "--profile",
  "--remote",
  "-s",
  "--sandbox",
]);

/** Subcommands that talk with no person and run no agent of a pane. */
const otherCommands: ReadonlySet<string> = new Set([
  "apply",
  "a",
  "cloud",
  "completion",
  "debug",
  "doctor",
  "exec-server",
  "execpolicy",
  "features",
  "login",
  "logout",
  "mcp",
  "mcp-server",
  "plugin",
  "remote-control",
  "responses-api-proxy",
  "sandbox",
  "stdio-to-uds",
  "update",
]);

/** What `app-server` does where it serves nobody: manage the daemon, pass bytes on, print schemas. */
const serverHelpers: ReadonlySet<string> = new Set([
  "daemon",
  "generate-json-schema",
  "generate-ts",
  "help",
  "proxy",
]);

/** The first two words that are neither an option nor an option's value. */
function plainWords(words: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (let index = 0; index < words.length && found.length < 2; index += 1) {
    const word = words[index] ?? "";
    if (optionsWithValue.has(word)) index += 1;
    else if (!word.startsWith("-")) found.push(word);
  }
  return found;
}

/** Runs without a TUI, and answers its caller. */
const unattended: ReadonlySet<string> = new Set(["e", "exec", "review"]);

/** An agent that may be a client of the app-server: a TUI, unless its arguments say that it runs its own. */
export function isTui({ executable, arguments: words }: ProcessInfo): boolean {
  const rest = words.slice(node.test(executable ?? "") ? 2 : 1);
  return !unattended.has(plainWords(rest)[0] ?? "") && !rest.includes("--no-daemon");
}

/** Says what a process is to Codex, by executable and arguments, never by what it calls itself. */
export function recogniseCodex(process: ProcessInfo): ProcessRole | undefined {
  const { executable } = process;
  if (executable === undefined) return undefined;
  const isNode = node.test(executable);
  // The arguments cost a read of their own: of thousands of processes few are worth it.
  if (!isNode && !programs.some((program) => program.test(executable))) return undefined;
  const words = process.arguments;
  if (isNode && !launcher.test(words[1] ?? "")) return undefined;
  const [command = "", second = ""] = plainWords(words.slice(isNode ? 2 : 1));
  if (command === "app-server") return serverHelpers.has(second) ? undefined : "daemon";
  return otherCommands.has(command) ? undefined : "agent";
}
