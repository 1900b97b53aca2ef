import { describeHarness, recordedFixtures } from "@hexokit/adapter-testkit";
import { describe, it } from "vitest";
import { codexAdapter } from "./index.js";

const fixtures = recordedFixtures(new URL("../../../fixtures/codex/0.171.0/", import.meta.url));
const hookEntry = new URL("./hook.ts", import.meta.url);
describeHarness({ runner: { describe, it }, adapter: codexAdapter, fixtures, hookEntry });
