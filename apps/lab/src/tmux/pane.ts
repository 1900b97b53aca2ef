import type { TmuxServer } from "./tmux-server.js";

/** What a pane showed at a moment. */
export interface Frame {
  /** Epoch milliseconds, taken before the capture began. */
  readonly at: number;
  readonly text: string;
}

/** One pane of a private tmux server. */
export class Pane {
  readonly server: TmuxServer;
  /** `%3` */
  readonly id: string;
  /** The shell that tmux started in it. */
  readonly shellPid: number;

  constructor(server: TmuxServer, id: string, shellPid: number) {
    this.server = server;
    this.id = id;
    this.shellPid = shellPid;
  }

  /** The visible screen; empty when the pane is gone. */
  async capture(): Promise<Frame> {
    const at = Date.now();
    const text = await this.server.run("capture-pane", "-p", "-t", this.id).catch(() => "");
    return { at, text };
  }

  /** Types text as it is. */
  async type(text: string): Promise<void> {
    await this.server.run("send-keys", "-t", this.id, "-l", "--", text);
  }

  /** Presses keys by tmux's names: `Enter`, `Escape`, `C-c`. */
  async press(...keys: readonly string[]): Promise<void> {
    await this.server.run("send-keys", "-t", this.id, ...keys);
  }
}
