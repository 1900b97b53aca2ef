import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { codexAdapter } from "@hexokit/adapter-codex";
import { systemProcesses } from "@hexokit/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ListJson } from "./json-output.js";
import { openSandbox, type Sandbox, until } from "./testing/sandbox.js";

let sandbox: Sandbox;
let hooks: string;
beforeEach(() => {
  sandbox = openSandbox();
  hooks = join(sandbox.home, ".codex/hooks.json");
});
afterEach(() => sandbox.close());

const review = "type /hooks and trust the hooks of rk-hook";

describe("Codex beside Claude Code", () => {
  it("is set up, needs a person's trust, is told so, and is taken out again", () => {
    sandbox.write(join(sandbox.bin, "codex"), "#!/bin/sh\necho codex-cli 0.171.0\n");
    expect(sandbox.rk(["agent", "setup", "codex", "claude", "--yes"])).toMatchObject({
      status: 0,
      output: expect.stringContaining(review),
    });
    expect(sandbox.read(join(sandbox.data, "hooks/codex.cjs"))).toContain("hooks/codex.cjs");
    const doctor = sandbox.rk(["agent", "doctor"]);
    expect([doctor.status, doctor.output]).toEqual([
      1,
      expect.stringMatching(/Hooks not trusted yet: SessionStart, /),
    ]);
    expect(doctor.output).toContain("/hooks");
    expect(sandbox.rk(["agent", "setup", "codex", "--uninstall", "--yes"]).status).toBe(0);
    expect(sandbox.read(hooks)).toBeUndefined();
    expect(sandbox.read(sandbox.settings)).toContain("rk-hook");
  });

  it("has its gaps among the capabilities", () => {
    const { status, output } = sandbox.rk(["agent", "capabilities"]);
    expect(status).toBe(0);
    for (const { summary } of codexAdapter.capabilities.gaps) expect(output).toContain(`- Codex: ${summary}`);
  });

  it("is listed, with what to do before its hooks run", async () => {
    const program = join(sandbox.home, codexAdapter.standIn.path);
    mkdirSync(dirname(program), { recursive: true });
    sandbox.rk(["agent", "setup", "codex", "--yes"]);
    sandbox.tmux(
      "new-session",
      "-d",
      "-s",
      "main",
      `cp /bin/sh ${program}; exec ${program} -c 'read -r line'`,
    );
    const pid = Number(sandbox.tmux("display-message", "-pt", "main", "#{pane_pid}"));
    await until("the stand-in", () => systemProcesses().read(pid)?.executable === program || undefined);
    // On a busy machine a tmux client may take longer than a reader waits for it.
    const agents = await until("the list", () => {
      const { agents: all } = JSON.parse(sandbox.rk(["agent", "list", "--json"]).output) as ListJson;
      const own = all.filter(({ socket }) => socket === sandbox.socket);
      return own.length > 0 ? own : undefined;
    });
    expect(agents).toMatchObject([
      { provider: "codex", state: "unknown", hooked: false, why: expect.stringContaining(review) },
    ]);
  });
});
