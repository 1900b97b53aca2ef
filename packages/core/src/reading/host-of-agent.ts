import type { HostEnvironment, RuntimeHost } from "../contract/host.js";

/**
 * The user's place as a running agent sees it: its own home, and its own value of the variable that moves its
 * directory, where its environment can be read. The reader's value is of another profile.
 */
export function hostOfAgent(
  pid: number | undefined,
  host: HostEnvironment & Partial<Pick<RuntimeHost, "processEnvironment">>,
  variable: string,
): HostEnvironment {
  const home = pid === undefined ? undefined : host.processEnvironment?.(pid, "HOME");
  if (pid === undefined || home === undefined) return host;
  const environment = { ...host.environment, [variable]: host.processEnvironment?.(pid, variable) };
  return { ...host, home, environment };
}
