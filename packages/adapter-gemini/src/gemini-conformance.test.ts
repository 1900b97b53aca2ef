import { describeHarness, recordedFixtures } from "@hexokit/adapter-testkit";
import { describe, it } from "vitest";
import { geminiAdapter } from "./index.js";

const fixtures = recordedFixtures(new URL("../../../fixtures/gemini/0.61.0/", import.meta.url));
const hookEntry = new URL("./hook.ts", import.meta.url);
describeHarness({ runner: { describe, it }, adapter: geminiAdapter, fixtures, hookEntry });
