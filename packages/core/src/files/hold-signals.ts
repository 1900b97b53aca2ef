const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs `work`, which must be synchronous; a signal that ends the process does so after it. From the first
 * call on, signals are passed on by a handler: taking it away again could lose one that is under way.
 */
export function holdSignals<T>(work: () => T): T {
  for (const signal of signals) {
    if (!process.listeners(signal).includes(passOn)) process.on(signal, passOn);
  }
  return work();
}

function passOn(signal: NodeJS.Signals): void {
  process.off(signal, passOn);
  // A handler of the program's own was called as well; without one, the signal ends the process.
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}
