import { describeHarness, recordedFixtures } from "@hexokit/adapter-testkit";
import { describe, it } from "vitest";
import { claudeAdapter } from "./index.js";

const fixtures = recordedFixtures(new URL("../../../fixtures/claude/2.1.332/", import.meta.url));
const hookEntry = new URL("./hook.ts", import.meta.url);
describeHarness({ runner: { describe, it }, adapter: claudeAdapter, fixtures, hookEntry });
