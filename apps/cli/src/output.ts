import { isatty } from "node:tty";
import { styleText } from "node:util";

type Format = Parameters<typeof styleText>[0];

/** Where a command's answer goes. Everything that is no answer (warnings, errors) goes to standard error. */
export interface Output {
  /** One text of one or more lines, to standard output. */
  print(text: string): void;
  /** A warning or an error, to standard error. */
  complain(text: string): void;
  /** Colours for standard output: plain text where they are not wanted. */
  style(format: Format, text: string): string;
  /** Cells in a line of the terminal; undefined when nothing has to fit. */
  readonly columns: number | undefined;
  /** A person sees the output and can answer. */
  readonly interactive: boolean;
}

/** Colours only on a terminal, and not where `NO_COLOR` is set to anything. */
export function standardOutput(environment: Readonly<Record<string, string | undefined>>): Output {
  // Descriptors are asked: only to touch `process.stdin` costs 10 ms.
  const isTerminal = isatty(1);
  const hasColor = isTerminal && !environment.NO_COLOR && environment.TERM !== "dumb";
  return {
    print: (text) => void process.stdout.write(`${text}\n`),
    complain: (text) => void process.stderr.write(`${text}\n`),
    style: (format, text) => (hasColor ? styleText(format, text, { validateStream: false }) : text),
    columns: isTerminal ? process.stdout.columns || undefined : undefined,
    interactive: isTerminal && isatty(0),
  };
}
