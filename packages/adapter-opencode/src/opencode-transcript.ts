import {
  HexoError,
  type ReadOnlyHost,
  type RuntimeHost,
  type TranscriptQuery,
  type TranscriptResult,
} from "@hexokit/core";
import { exportSession } from "./opencode-export.js";

/**
 * The conversation of a session, as OpenCode exports it: it keeps none in a file (a database, 1.18.33). Starts
 * OpenCode and takes seconds; never called for a list.
 * @throws HexoError EXPORT_BUSY, FILE_FOREIGN
 */
export async function findOpencodeTranscript(
  query: TranscriptQuery,
  host: ReadOnlyHost & Partial<RuntimeHost>,
): Promise<TranscriptResult> {
  try {
    return { kind: "file", path: await exportSession(query, host) };
  } catch (error) {
    const isAbsent =
      HexoError.isInstance(error) && ["TRANSCRIPT_UNAVAILABLE", "BINARY_NOT_FOUND"].includes(error.code);
    if (!isAbsent) throw error;
    return { kind: "unavailable", why: error.message };
  }
}
