import { isAbsolute, relative, resolve } from "node:path";
import { isProviderId, type ProviderId } from "../contract/provider.js";
import { HexoError } from "../errors.js";

/** What one of our commands in a harness's settings says. */
export interface WrapperCommand {
  readonly provider: ProviderId;
  /** The native event; the original generation named a state instead, so it has none. */
  readonly event: string | undefined;
  /** As in `PlanRequest`; of the original generation, the program that it called. */
  readonly forwarder: string;
  /** 0: the original HexoKit's, which called `rk` itself. 1: today's. */
  readonly generation: 0 | 1;
}

export interface WrapperOptions {
  readonly provider: ProviderId;
  /** The harness's own spelling. */
  readonly event: string;
  /** `$HOME/<rel>/rk-hook` or an absolute path, as {@link forwarderPath} makes it. */
  readonly forwarder: string;
  /** A command before ours, for a harness that wants an answer: `printf "{}"` (Antigravity). */
  readonly prefix?: string;
}

/** Characters that mean nothing to a shell inside double quotes, and nothing to a harness's own expansion. */
const plainPath = "[A-Za-z0-9/._+@-]+";
const forwarderPattern = new RegExp(`^(?:\\$HOME)?/(?:${plainPath}/)?rk-hook$`);
const eventPattern = /^[A-Za-z][A-Za-z0-9._-]{0,63}$/;
const prefixes = ['printf "{}"'];

/**
 * The text that is written into a harness's settings. It is frozen: harnesses trust the exact text and
 * people's dotfiles carry it from machine to machine. What an event means is decided behind it.
 * The trap makes a broken or missing forwarder count as success, since a harness may read another
 * status as "deny".
 * @throws HexoError CONFIG_SHAPE when the forwarder's path would need quoting
 */
export function buildWrapperCommand({ provider, event, forwarder, prefix }: WrapperOptions): string {
  if (!isProviderId(provider)) throw new HexoError("HARNESS_INVALID", `"${provider}" is no harness id.`);
  if (!eventPattern.test(event)) throw new HexoError("HARNESS_INVALID", `"${event}" is no event name.`);
  if (prefix !== undefined && !prefixes.includes(prefix)) {
    throw new HexoError("HARNESS_INVALID", `\`${prefix}\` is no known prefix of a wrapper.`);
  }
  requireForwarder(forwarder);
  const first = prefix === undefined ? "" : `${prefix}; `;
  return `/bin/sh -c 'trap "exit 0" 0; ${first}set -- ${provider} ${event}; hexokit_hook="${forwarder}"; [ -r "$hexokit_hook" ] && . "$hexokit_hook" >/dev/null 2>&1'`;
}

const current = new RegExp(
  `^/bin/sh -c 'trap "exit 0" 0; (?:printf "\\{\\}"; )?set -- ([a-z][a-z0-9-]*) ([A-Za-z][A-Za-z0-9._-]*); ` +
    `hexokit_hook="((?:\\$HOME)?/[^"]*)"; \\[ -r "\\$hexokit_hook" \\] && \\. "\\$hexokit_hook" >/dev/null 2>&1'$`,
);

const original =
  /^\/bin\/sh -c '\[ -n "\$TMUX_PANE" \] \|\| exit 0; "(\/(?:[^"'`$\\\n]*\/)?(?:rk|run-kit))" (?:agent hook|agent-hook) --agent ([a-z][a-z0-9-]*) [a-z][a-z-]* 2>\/dev\/null \|\| true'$/;

/** Reads a command of ours, of any generation; undefined when one character is another's. */
export function recogniseWrapperCommand(command: string): WrapperCommand | undefined {
  const now = current.exec(command);
  if (now !== null) {
    const [, provider = "", event = "", forwarder = ""] = now;
    const valid = isProviderId(provider) && eventPattern.test(event) && forwarderPattern.test(forwarder);
    return valid ? { provider, event, forwarder, generation: 1 } : undefined;
  }
  const [, forwarder, provider] = original.exec(command) ?? [];
  if (forwarder === undefined || provider === undefined || !isProviderId(provider)) return undefined;
  return { provider, event: undefined, forwarder, generation: 0 };
}

/**
 * How the forwarder in `directory` is written into wrappers: relative to the home where it lies in it, so
 * that the same text serves several machines.
 * @throws HexoError CONFIG_SHAPE when the path would need quoting
 */
export function forwarderPath(directory: string, home: string): string {
  const inside = relative(resolve(home), resolve(directory));
  const outside = inside === "" || inside === ".." || inside.startsWith("../") || isAbsolute(inside);
  const base = outside && inside !== "" ? resolve(directory) : ["$HOME", inside].filter(Boolean).join("/");
  const path = `${base === "/" ? "" : base}/rk-hook`;
  requireForwarder(path);
  return path;
}

function requireForwarder(path: string): void {
  if (forwarderPattern.test(path)) return;
  throw new HexoError("CONFIG_SHAPE", `The data directory's path has characters that need quoting: ${path}`, {
    hint: "Set XDG_DATA_HOME to a path of letters, digits and / . _ + @ - only.",
    fields: { path },
  });
}
