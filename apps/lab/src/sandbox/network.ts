import { spawnSync } from "node:child_process";

/** How to start a program that sees the loopback device and nothing else. */
export interface NetworkIsolation {
  /** Put before the program and its parameters; empty when this machine does not allow it. */
  readonly prefix: readonly string[];
  readonly isolated: boolean;
  /** One sentence for the person. */
  readonly note: string;
}

const bringUp = "ip link set lo up 2>/dev/null || ifconfig lo up";

/** Tried in this order: as root; as a user who keeps the number; as a user who becomes root inside. */
const ways: readonly (readonly string[])[] = [
  ["unshare", "--net"],
  ["unshare", "--user", "--map-current-user", "--keep-caps", "--net"],
  ["unshare", "--user", "--map-root-user", "--net"],
];

/** Finds a way to a network namespace with only `lo` in it (Linux; util-linux and iproute2 or net-tools). */
export function isolateNetwork(): NetworkIsolation {
  for (const way of ways) {
    const [program = "", ...parameters] = way;
    const trial = spawnSync(program, [...parameters, "sh", "-c", bringUp], { stdio: "ignore" });
    if (trial.status === 0) {
      const prefix = [...way, "sh", "-c", `${bringUp}; exec "$@"`, "loopback-only"];
      return { prefix, isolated: true, note: "The network is loopback alone." };
    }
  }
  return {
    prefix: [],
    isolated: false,
    note: "This machine allows no network namespace: agents run with fake keys, but with the network reachable.",
  };
}
