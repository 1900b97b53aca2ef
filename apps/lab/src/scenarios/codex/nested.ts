import { join } from "node:path";
import { addProgram } from "../../sandbox/sandbox.js";
import type { Scenario } from "../../scenario/scenario.js";
import { hookRan, modelAsked } from "../../scenario/sight.js";
import { inBothModes } from "./modes.js";
import { permissionDialog, slowAnswered } from "./screens.js";

export const nested: readonly Scenario[] = inBothModes({
  name: "nested",
  about: "A codex exec that a command runs changes nothing of the outer agent.",
  async run(lab, { isDaemon }, start) {
    const codex = join(lab.harnessFolder, "node_modules/.bin/codex");
    const script = `PATH=$PATH:${lab.sandbox.environment.PATH} ${codex} exec --skip-git-repo-check '%%BEGIN slow: 8 %%END'; sleep 8`;
    const program = addProgram(lab.sandbox, "nested", script);
    const outer = await start();
    await outer.prompt(`escalate: ${program}`, "slow: 4");
    await outer.becomes("waiting", { seen: permissionDialog, reason: "permission" });
    await outer.choose(/Yes, proceed/);
    const approved = isDaemon ? {} : { gap: "approved-command" };
    await outer.becomes("active", {
      seen: modelAsked(/^slow: 8/),
      hooks: "waiting",
      ...approved,
      step: "the inner one works → active",
    });
    await outer.becomes("active", {
      seen: hookRan("SessionEnd"),
      hooks: "waiting",
      ...approved,
      step: "the inner one ended → active",
    });
    await outer.becomes("idle", { seen: slowAnswered, within: 30_000 });
  },
});
