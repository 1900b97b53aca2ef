import { describeHarness, recordedFixtures } from "@hexokit/adapter-testkit";
import { describe, it } from "vitest";
import { copilotAdapter } from "./index.js";

const fixtures = recordedFixtures(new URL("../../../fixtures/copilot/1.0.102/", import.meta.url));
const hookEntry = new URL("./hook.ts", import.meta.url);
describeHarness({ runner: { describe, it }, adapter: copilotAdapter, fixtures, hookEntry });
