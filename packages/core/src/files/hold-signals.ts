const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Runs `work`, which must be synchronous; a signal that would end the process takes effect after it. */
export function holdSignals<T>(work: () => T): T {
  const release = () => {
    for (const signal of signals) process.off(signal, passOn);
  };
  const passOn = (signal: NodeJS.Signals) => {
    release();
    // With a handler of the caller's, that one was called too.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  for (const signal of signals) process.on(signal, passOn);
  try {
    return work();
  } finally {
    // A signal that came meanwhile is delivered before this runs.
    setImmediate(release);
  }
}
