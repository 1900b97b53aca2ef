import { describeHarness, recordedFixtures } from "@hexokit/adapter-testkit";
import { describe, it } from "vitest";
import { antigravityAdapter } from "./index.js";

const fixtures = recordedFixtures(new URL("../../../fixtures/antigravity/1.2.7/", import.meta.url));
const hookEntry = new URL("./hook.ts", import.meta.url);
describeHarness({ runner: { describe, it }, adapter: antigravityAdapter, fixtures, hookEntry });
