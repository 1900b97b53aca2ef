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
  const { stdout, stderr, stdin } = process;
  const isTerminal = stdout.isTTY === true;
  const hasColor = isTerminal && !environment["NO_COLOR"] && environment["TERM"] !== "dumb";
  const write = (stream: NodeJS.WriteStream) => (text: string) => void stream.write(`${text}\n`);
  return {
    print: write(stdout),
    complain: write(stderr),
    style: (format, text) => (hasColor ? styleText(format, text, { validateStream: false }) : text),
    columns: isTerminal ? stdout.columns : undefined,
    interactive: isTerminal && stdin.isTTY === true,
  };
}
