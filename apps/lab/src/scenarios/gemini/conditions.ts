import { readFileSync } from "node:fs";
import { geminiSettingsPath, seedGeminiHome, writeGeminiSettings } from "../../gemini/gemini-home.js";
import { recordGemini } from "../../gemini/gemini-recorder.js";
import type { Scenario } from "../../scenario/scenario.js";
import { hookRan, modelAsked, processEnded, screen } from "../../scenario/sight.js";
import { answered, slowAnswered } from "./screens.js";

/** Settings, and what keeps hooks from running. */
export const conditions: readonly Scenario[] = [
  {
    name: "settings",
    about: "Settings with comments: accepted with our hooks, which run, and given back to the byte.",
    ci: true,
    bare: true,
    async run(lab) {
      lab.seed();
      const path = geminiSettingsPath(lab.sandbox);
      const before = readFileSync(path, "utf8");
      await lab.setUp();
      await lab.expect("comments kept", async () =>
        readFileSync(path, "utf8").includes("/* these are */") ? undefined : readFileSync(path, "utf8"),
      );
      const gemini = await lab.start();
      await gemini.becomes("idle", { seen: hookRan("SessionStart"), step: "our hook ran → idle" });
      const pid = gemini.agentPid();
      await gemini.submit("/quit");
      await gemini.becomes("none", { seen: processEnded(pid) });
      const { code, complaints } = await lab.rk.run(["agent", "setup", "gemini", "--uninstall", "--yes"]);
      await lab.expect("the bytes are back", async () =>
        code === 0 && readFileSync(path, "utf8") === before ? undefined : `${code} ${complaints}`,
      );
      await gemini.run("clear; gemini");
      await gemini.becomes("unknown", {
        seen: screen(lab.driver.ready),
        step: "started without our hooks → unknown",
        within: 40_000,
      });
    },
  },
  {
    name: "untrusted-folder",
    about: "In a folder that is not trusted no hook runs.",
    bare: true,
    async run(lab) {
      seedGeminiHome(lab.sandbox, { [lab.sandbox.project]: "DO_NOT_TRUST" });
      recordGemini(lab.sandbox);
      await lab.setUp();
      const gemini = await lab.open();
      await gemini.run("gemini");
      await gemini.becomes("idle", {
        seen: screen(lab.driver.ready),
        hooks: "none",
        gap: "untrusted-folder",
        step: "at its prompt",
        within: 60_000,
      });
      await lab.expect("doctor names the folder", async () => {
        const { output } = await lab.rk.run(["agent", "doctor"]);
        return output.includes("you told it not to trust") ? undefined : output;
      });
    },
  },
  {
    name: "trust-dialog",
    about:
      "A folder that nobody has decided about: Gemini CLI asks, and starts itself again when it is trusted.",
    bare: true,
    async run(lab) {
      seedGeminiHome(lab.sandbox, {});
      recordGemini(lab.sandbox);
      await lab.setUp();
      const gemini = await lab.open();
      await gemini.run("gemini");
      await gemini.becomes("unknown", {
        seen: screen(/Do you trust/),
        step: "trust asked → unknown",
        within: 40_000,
      });
      await gemini.keys("Enter");
      await gemini.becomes("idle", { seen: hookRan("SessionStart"), within: 40_000 });
      await gemini.prompt("slow: 5");
      await gemini.becomes("active", { seen: modelAsked(/slow/) });
      await gemini.becomes("idle", { seen: slowAnswered, within: 20_000 });
    },
  },
  {
    name: "hooks-disabled",
    about: "hooksConfig.enabled is false: nothing is known, and doctor says so.",
    async run(lab) {
      writeGeminiSettings(lab.sandbox, { hooksConfig: { enabled: false } });
      const gemini = await lab.start();
      await gemini.becomes("unknown", { seen: screen(lab.driver.ready), step: "at its prompt → unknown" });
      await lab.expect("doctor names the setting", async () => {
        const { output } = await lab.rk.run(["agent", "doctor"]);
        return output.includes("hooksConfig.enabled") ? undefined : output;
      });
    },
  },
  {
    name: "outside-tmux",
    about: "Without TMUX in its environment: nothing odd on the screen.",
    async run(lab) {
      const gemini = await lab.open();
      await gemini.run("env -u TMUX -u TMUX_PANE gemini");
      await gemini.sees(screen(lab.driver.ready), 40_000);
      await gemini.prompt("bash: work 1", "say: worked");
      await gemini.sees(answered("worked"));
      await lab.expect("nothing odd on the screen", async () => {
        const { text } = await gemini.pane.capture();
        return /EPIPE|failed for event|hook\(s\)/i.test(text) ? text.trim() : undefined;
      });
    },
  },
];
