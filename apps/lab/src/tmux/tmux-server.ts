import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import type { Sandbox } from "../sandbox/sandbox.js";
import { Pane } from "./pane.js";

/** A private tmux server inside a sandbox: own socket, no configuration, clean environment. */
export class TmuxServer {
  readonly name: string;
  readonly #sandbox: Sandbox;
  #socket: string | undefined;

  constructor(sandbox: Sandbox, name = `hexokit-lab-${randomBytes(4).toString("hex")}`) {
    this.name = name;
    this.#sandbox = sandbox;
  }

  /** Starts the server with one pane that runs a plain shell. */
  async start(): Promise<Pane> {
    const pane = await this.#open("new-session", "-d", "-s", "main", "-x", "160", "-y", "50");
    await this.run("set-option", "-g", "remain-on-exit", "off");
    return pane;
  }

  newWindow(): Promise<Pane> {
    return this.#open("new-window", "-d");
  }

  /** A second pane in the window of the given one. */
  split(pane: Pane): Promise<Pane> {
    return this.#open("split-window", "-d", "-t", pane.id);
  }

  /** Runs one tmux command. @throws Error with tmux's own words */
  run(...parameters: readonly string[]): Promise<string> {
    const all = ["-u", "-L", this.name, "-f", "/dev/null", ...parameters];
    return new Promise((resolve, reject) => {
      const options = { env: { ...this.#sandbox.environment }, timeout: 5000, cwd: this.#sandbox.project };
      execFile("tmux", all, options, (error, output, complaint) => {
        if (error) reject(new Error(`tmux ${parameters.join(" ")}: ${complaint.trim() || error.message}`));
        else resolve(output);
      });
    });
  }

  /** Value of a pane option; the empty string when it is not set on the pane itself. */
  async paneOption(pane: Pane, name: string): Promise<string> {
    return (await this.run("show-options", "-pqv", "-t", pane.id, name).catch(() => "")).trimEnd();
  }

  async socketPath(): Promise<string> {
    this.#socket ??= (await this.run("display-message", "-p", "#{socket_path}")).trim();
    return this.#socket;
  }

  async kill(): Promise<void> {
    await this.run("kill-server").catch(() => {});
  }

  async #open(...command: readonly string[]): Promise<Pane> {
    const place = ["-c", this.#sandbox.project, "-P", "-F", "#{pane_id} #{pane_pid}"];
    const shell = "PS1='ready$ ' exec bash --norc --noprofile";
    const answer = await this.run(...command, ...place, shell);
    const [id = "", pid = ""] = answer.trim().split(" ");
    return new Pane(this, id, Number(pid));
  }
}
