import { expect, it } from "vitest";
import { errorCatalogue } from "../packages/core/src/error-catalogue.js";
import { errorCodes } from "../packages/core/src/errors.js";

/** docs/errors.md, made from the catalogue; `pnpm docs:errors` writes it, this test compares it. */
function errorsPage(): string {
  const entries = errorCodes.map((code) => {
    const { title, meaning, remedy } = errorCatalogue[code];
    return `## \`${code}\`\n\n**${title}.** ${meaning}\n\nWhat to do: ${remedy}\n`;
  });
  return `# Errors

Every failure carries one of these codes, for ever. \`rk\` prints the code with a message (what failed and why) and a hint; with \`--json\` they are fields. Programs test for the code, never for the text. A hook never fails towards its agent: what goes wrong there is in the hook log, which \`rk agent doctor\` shows.

This page is made from [the catalogue](../packages/core/src/error-catalogue.ts): change it there and run \`pnpm docs:errors\`.

${entries.join("\n")}`;
}

it("docs/errors.md is what the catalogue says", async () => {
  await expect(errorsPage()).toMatchFileSnapshot("../docs/errors.md");
});

it("describes the codes in their order", () => {
  expect(Object.keys(errorCatalogue)).toEqual(errorCodes);
});
