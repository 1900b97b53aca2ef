import { describeHarness, recordedFixtures } from "@hexokit/adapter-testkit";
import { describe, it } from "vitest";
import { kimiAdapter } from "./index.js";

const fixtures = recordedFixtures(new URL("../../../fixtures/kimi/2.1.0/", import.meta.url));
const hookEntry = new URL("./hook.ts", import.meta.url);
describeHarness({ runner: { describe, it }, adapter: kimiAdapter, fixtures, hookEntry });
