const consoleMethods = ["debug", "dir", "error", "info", "log", "table", "trace", "warn"] as const;

/** Runs `work` and returns its result and what it printed, which goes nowhere. */
export function printedBy<Result>(work: () => Result): { readonly result: Result; readonly printed: string } {
  let printed = "";
  const write = ((chunk: unknown) => {
    printed += String(chunk);
    return true;
  }) as typeof process.stdout.write;
  const { stdout, stderr } = process;
  const before = {
    stdout: stdout.write,
    stderr: stderr.write,
    console: consoleMethods.map((name) => [name, console[name]] as const),
  };
  stdout.write = write;
  stderr.write = write;
  // A runner may have a console of its own that does not come by the streams.
  for (const name of consoleMethods) console[name] = (...words: unknown[]) => void write(words.join(" "));
  try {
    const result = work();
    return { result, printed };
  } finally {
    stdout.write = before.stdout;
    stderr.write = before.stderr;
    for (const [name, method] of before.console) console[name] = method;
  }
}
