import type { HostEnvironment, RuntimeHost } from "../contract/host.js";

/**
 * The user's place as a running agent sees it: its own home, and its own value of the variable that moves its
 * directory, where its environment can be read. The reader's value is of another profile.
 */
export function hostOfAgent(pid: number, host: RuntimeHost, variable: string): HostEnvironment {
  const home = host.processEnvironment(pid, "HOME");
  if (home === undefined) return host;
  const environment = { ...host.environment, [variable]: host.processEnvironment(pid, variable) };
  return { ...host, home, environment };
}
