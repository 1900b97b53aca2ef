import { describeHarness, recordedFixtures } from "@hexokit/adapter-testkit";
import { describe, it } from "vitest";
import { opencodeAdapter } from "./index.js";

const fixtures = recordedFixtures(new URL("../../../fixtures/opencode/1.18.33/", import.meta.url));
const hookEntry = new URL("./hook.ts", import.meta.url);
describeHarness({ runner: { describe, it }, adapter: opencodeAdapter, fixtures, hookEntry });
