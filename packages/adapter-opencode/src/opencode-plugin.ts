import { fieldsOf, textOf } from "@hexokit/core/hook";
import { commandOf } from "./opencode-commands.js";
import { Listener } from "./opencode-listener.js";
import { sendReport } from "./opencode-report.js";

/*
 * Our half of the installed plugin, which `opencode-loader.ts` loads out of the data directory. It runs inside
 * OpenCode: nothing here throws, rejects or lets OpenCode wait, but `dispose`, which is awaited (1.18.33, live).
 */

/** What OpenCode calls. An object without members listens to nothing. */
export interface PluginHooks {
  readonly event?: (input: unknown) => Promise<void>;
  readonly dispose?: () => Promise<void>;
}

/** Milliseconds that an exit may take because of us. */
const disposeLimit = 2000;

/** Milliseconds for one question to OpenCode about a session; it takes 5 in process (1.18.33, live). */
const lookupLimit = 1000;

/** Ids of events that were seen, so that a plugin that OpenCode loads twice still reports once. */
const seen = new Set<unknown>();
const seenLimit = 512;

function isNew(event: unknown): boolean {
  const { id } = fieldsOf(event);
  if (id === undefined) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  const [oldest] = seen;
  if (seen.size > seenLimit) seen.delete(oldest);
  return true;
}

async function within<Value>(limit: number, work: Promise<Value>): Promise<Value | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), limit);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Asks OpenCode, in process: `{data: {parentID?}}`, or `{error}` for an unknown session. */
async function askParent(context: unknown, session: string): Promise<string | undefined> {
  const { session: sessions } = fieldsOf(fieldsOf(context).client) as {
    session?: { get?: (query: unknown) => Promise<unknown> };
  };
  if (typeof sessions?.get !== "function") return undefined;
  const answer = await within(lookupLimit, sessions.get({ path: { id: session } }));
  const { data } = fieldsOf(answer);
  return fieldsOf(data).id === session ? (textOf(fieldsOf(data).parentID) ?? "") : undefined;
}

/** What this process does: the TUI's plugins run in a worker without a command, others on the main thread. */
function roleOf(argv: readonly string[]): "tui" | "run" | "other" {
  const command = commandOf(argv.slice(2));
  if (command === undefined) return "tui";
  return command.name === "run" ? "run" : "other";
}

/**
 * The hooks for one instance of OpenCode. Servers and one-off commands (`serve`, `export`, `session list`), and
 * anything outside tmux, get none. An OpenCode that an agent's tool has started is told by its ancestors, in the
 * hook. Total: whatever OpenCode passes, hooks come back.
 * @param directory the data directory: what is reported goes to its `rk-hook`
 */
export function plugin(context: unknown, directory: string): PluginHooks {
  try {
    const role = roleOf(process.argv);
    if (role === "other" || (process.env.TMUX ?? "") === "") return {};
    const listener = new Listener({
      parentOf: (session) => askParent(context, session),
      send: (report) => sendReport(`${directory}/rk-hook`, report),
      unattended: role === "run",
    });
    return {
      async event(input) {
        try {
          const { event } = fieldsOf(input);
          if (isNew(event)) listener.take(event);
        } catch {
          // A report is never worth a turn.
        }
      },
      async dispose() {
        try {
          await within(disposeLimit, listener.dispose());
        } catch {
          // As above.
        }
      },
    };
  } catch {
    return {};
  }
}
