import { describeChildSessions } from "./groups/child-sessions.js";
import { describeEvents } from "./groups/events.js";
import { describeForeignContent } from "./groups/foreign-content.js";
import { describeHookEntry } from "./groups/hook-entry.js";
import { describeInstall } from "./groups/install.js";
import { describeMalformedConfig } from "./groups/malformed-config.js";
import { describeManifest } from "./groups/manifest.js";
import { describeObserve } from "./groups/observe.js";
import { describeRealFiles } from "./groups/real-files.js";
import { describeTelemetryOnly } from "./groups/telemetry-only.js";
import { describeTranscript } from "./groups/transcript.js";
import { describeUninstall } from "./groups/uninstall.js";
import { describeWrapperCommand } from "./groups/wrapper-command.js";
import type { HarnessOptions } from "./options.js";

const groups = [
  describeManifest,
  describeInstall,
  describeUninstall,
  describeForeignContent,
  describeMalformedConfig,
  describeRealFiles,
  describeWrapperCommand,
  describeEvents,
  describeChildSessions,
  describeTelemetryOnly,
  describeTranscript,
  describeObserve,
  describeHookEntry,
];

/**
 * Everything that an adapter must hold to, as cases of the caller's test runner. Nothing is written but
 * temporary folders, and no program is started but shells with the installed commands.
 */
export function describeHarness(options: HarnessOptions): void {
  options.runner.describe(`${options.adapter.id} as a harness`, () => {
    for (const group of groups) group(options);
  });
}
