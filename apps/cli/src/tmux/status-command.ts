import type { Context, Ending } from "../context.js";
import { tmuxLines } from "./tmux-lines.js";

/** `rk tmux status`: the lines for tmux.conf, as `rk tmux install` writes them. */
export function tmuxStatus({ output }: Context): Ending {
  output.print(tmuxLines().join("\n"));
  return "ok";
}
