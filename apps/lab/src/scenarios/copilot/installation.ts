import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { copilotDirectory } from "../../copilot/copilot-home.js";
import type { Scenario } from "../../scenario/scenario.js";
import { hookRan } from "../../scenario/sight.js";
import { answered, asking } from "./screens.js";

export const installation: readonly Scenario[] = [
  {
    name: "uninstall",
    about: "The CLI takes the installed file and runs; after the uninstall everything is as before.",
    async run(lab) {
      const hooks = join(copilotDirectory(lab.sandbox), "hooks");
      const others = () => readFileSync(join(hooks, "lab.json"), "utf8");
      const before = others();
      const copilot = await lab.start(asking);
      await copilot.prompt("say: with hooks");
      await copilot.becomes("idle", { seen: answered("with hooks") });
      await lab.expect("Copilot reports no bad file", async () => {
        const logs = join(copilotDirectory(lab.sandbox), "logs");
        const text = readdirSync(logs)
          .map((name) => readFileSync(join(logs, name), "utf8"))
          .join("\n");
        return text.split("\n").find((line) => /Invalid hook configuration/.test(line));
      });
      await lab.expect("the file is gone, and no other was touched", async () => {
        const { code, output, complaints } = await lab.rk.run([
          ..."agent setup copilot --uninstall --yes".split(" "),
        ]);
        if (code !== 0) return `uninstall failed with ${code}: ${output}${complaints}`;
        const names = readdirSync(hooks).join(" ");
        return names === "lab.json" && others() === before ? undefined : `the folder holds ${names}`;
      });
      await copilot.submit("/clear");
      await copilot.prompt("say: without hooks");
      await copilot.sees(hookRan("agentStop"));
      await copilot.sees(answered("without hooks"));
    },
  },
];
