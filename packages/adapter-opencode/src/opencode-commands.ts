/**
 * What the program was asked to do. `agent`: it talks with a person or works for one; `daemon`: it serves
 * others; `other`: neither. Commands: `opencode --help` of 1.18.33.
 */
export type OpencodeRole = "agent" | "daemon" | "other";

const roles: ReadonlyMap<string, OpencodeRole> = new Map([
  ["run", "agent"],
  ["attach", "agent"],
  ["serve", "daemon"],
  ["web", "daemon"],
  ["acp", "daemon"],
  ...[
    "agent",
    "auth",
    "completion",
    "console",
    "db",
    "debug",
    "export",
    "generate",
    "github",
    "import",
    "login",
    "logout",
    "mcp",
    "models",
    "plug",
    "plugin",
    "pr",
    "providers",
    "session",
    "stats",
    "uninstall",
    "upgrade",
  ].map((name) => [name, "other"] as const),
]);

/** The first word that is a command; undefined for the TUI, whose only plain word is a folder. */
export function commandOf(words: readonly string[]): { name: string; role: OpencodeRole } | undefined {
  for (const word of words) {
    const role = roles.get(word);
    if (role !== undefined) return { name: word, role };
  }
  return undefined;
}
