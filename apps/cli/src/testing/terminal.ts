import { program, type Sandbox, until } from "./sandbox.js";

/** `rk` at a real terminal: in a pane of the sandbox's tmux. */
export interface Terminal {
  /** Waits until the screen shows a text, and returns the whole screen (with colours as escape sequences). */
  see(text: string | RegExp): Promise<string>;
  type(...keys: readonly string[]): void;
  /** Waits for the end of the program and returns its exit status. */
  end(): Promise<number>;
}

export function openTerminal(
  sandbox: Sandbox,
  words: readonly string[],
  assignments = "",
  width = 160,
): Terminal {
  const command = `${assignments} '${process.execPath}' '${program}' ${words.join(" ")}; echo "ended with $?"; read -r line`;
  sandbox.tmux("new-session", "-d", "-s", "terminal", "-x", String(width), "-y", "400", command);
  const screen = () => sandbox.tmux("capture-pane", "-e", "-p", "-t", "terminal");
  const see = (text: string | RegExp): Promise<string> =>
    until(`"${text}" on the screen`, () => {
      const shown = screen();
      return (typeof text === "string" ? shown.includes(text) : text.test(shown)) ? shown : undefined;
    });
  return {
    see,
    type(...keys) {
      sandbox.tmux("send-keys", "-t", "terminal", ...keys);
    },
    async end() {
      const shown = await see(/ended with \d+/);
      return Number(/ended with (\d+)/.exec(shown)?.[1]);
    },
  };
}
