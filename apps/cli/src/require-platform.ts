import { HexoError } from "@hexokit/core";
import type { Context } from "./context.js";

/** @throws HexoError PLATFORM_UNSUPPORTED on Windows */
export function requirePlatform({ host: { platform } }: Context): void {
  if (platform !== "win32") return;
  throw new HexoError(
    "PLATFORM_UNSUPPORTED",
    "Agents run in tmux panes, and there is no tmux on Windows. Nothing was written.",
    {
      hint: "Install and run rk inside WSL, where the agents run too.",
    },
  );
}
