import { readFileSync } from "node:fs";
import { hostEnvironment } from "@hexokit/core";
import { expect, it } from "vitest";
import { loadHarnesses } from "./adapters.js";
import { capabilities } from "./capabilities-command.js";
import type { Context } from "./context.js";

const printed: string[] = [];
const context: Context = {
  host: hostEnvironment({}, "/", "/nowhere"),
  output: {
    print: (text) => printed.push(text),
    complain: (text) => printed.push(text),
    style: (_, text) => text,
    columns: undefined,
    interactive: false,
  },
  version: "0.0.0",
  program: "/nowhere/rk",
  built: "/nowhere",
};

/** `pnpm docs:matrix` writes it, this test compares it. */
it("docs/capability-matrix.md is what the adapters say", async () => {
  await capabilities(context, { markdown: true });
  const page = `# What can be known of each agent

This page is what \`rk agent capabilities --markdown\` prints, from the adapters' own data: change it there and run \`pnpm docs:matrix\`. *Answers*: that a single ask was answered is known at once. *Own record*: what no hook tells is read from the agent's own files.

${printed.join("\n")}
`;
  await expect(page).toMatchFileSnapshot("../../../docs/capability-matrix.md");
});

it("the README's table names every agent with its page and the version it was checked against", async () => {
  const readme = readFileSync(new URL("../../../README.md", import.meta.url), "utf8");
  for (const { adapter } of (await loadHarnesses(context)).harnesses) {
    const { id, displayName, verified } = adapter;
    const row = readme
      .split("\n")
      .find((line) => line.startsWith(`| [${displayName}](docs/harnesses/${id}.md) |`));
    expect(row, displayName).toContain(`| ${verified.version}, ${verified.how} |`);
  }
});
