import { join } from "node:path";
import type { AgentCandidate, LocateHost, LocateQuery, PaneMatch } from "@hexokit/core/hook";
import {
  askLoadedThreads,
  askTuiOrigins,
  runtimeBudget,
  type TuiOrigin,
  withAppServer,
} from "./codex-app-server.js";
import type { ControlConnection } from "./codex-control-socket.js";
import { locateThread } from "./codex-locate.js";
import { isTui } from "./codex-processes.js";

/** Codex's directory as a process sees it, and its real path. Undefined where its environment cannot be read. */
function homeOf(pid: number, host: LocateHost): string | undefined {
  const set = host.processEnvironment(pid, "CODEX_HOME") ?? "";
  const home = host.processEnvironment(pid, "HOME");
  return set !== "" ? set : home === undefined ? undefined : join(home, ".codex");
}

interface Origins {
  readonly asked: ReadonlyMap<string, TuiOrigin>;
  /** Of every thread that is loaded; undefined where they are not all known, or nobody needs them. */
  readonly loaded: ReadonlyMap<string, TuiOrigin> | undefined;
}

const silent: Origins = { asked: new Map(), loaded: undefined };

/**
 * Which TUI shows each thread of an app-server: see {@link locateThread}. One connection to its control socket;
 * where a TUI that loaded a thread is gone, all loaded threads are asked for, to tell which TUIs have their own.
 */
export async function locateCodex(
  { sessions, prompted, daemon, candidates }: LocateQuery,
  host: LocateHost,
): Promise<ReadonlyMap<string, PaneMatch>> {
  const home = homeOf(daemon.pid, host);
  if (home === undefined) return new Map();
  const real = host.realPath(home);
  const isOfHome = ({ process }: AgentCandidate): boolean => {
    const own = homeOf(process.pid, host);
    return own !== undefined && host.realPath(own) === real;
  };
  const seen = candidates.filter((one) => isTui(one.process) && isOfHome(one));
  const ports = host.listeningPorts(
    seen.map(({ process }) => process.pid),
    daemon.pid,
  );
  const tuis = seen.map(({ process, title, session }) => {
    const { pid, arguments: words } = process;
    return { pid, arguments: words, title, ports: ports.get(pid) ?? [], session };
  });
  const owners = (origin: TuiOrigin | undefined) =>
    typeof origin === "number" ? tuis.filter((tui) => tui.ports.includes(origin)) : [];
  const askOrigins = async (to: ControlConnection): Promise<Origins> => {
    const asked = await askTuiOrigins(to, sessions);
    const isLeft = sessions.some((id) => asked.has(id) && owners(asked.get(id)).length === 0);
    const ids = isLeft ? await askLoadedThreads(to) : undefined;
    const loaded = ids === undefined ? undefined : await askTuiOrigins(to, ids);
    return { asked, loaded: loaded?.size === ids?.length ? loaded : undefined };
  };
  const { asked, loaded } =
    tuis.length === 0 ? silent : ((await withAppServer([home, real], runtimeBudget, askOrigins)) ?? silent);
  const match = (session: string): PaneMatch => {
    const others = [...(loaded ?? [])].filter(([id]) => id !== session);
    const withOwn = others.flatMap(([, origin]) => owners(origin).map(({ pid }) => pid));
    return locateThread({
      session,
      candidates: tuis,
      origin: asked.get(session),
      showingAnother: loaded === undefined ? undefined : new Set(withOwn),
      prompted,
      lastSeen: tuis.find((tui) => tui.session === session)?.pid,
    });
  };
  return new Map(sessions.map((session) => [session, match(session)]));
}
