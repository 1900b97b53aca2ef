import { HexoError } from "@hexokit/core";
import type { ErrorBody } from "./json-output.js";

/** An error as `--json` prints it. */
export function errorBody(error: unknown): ErrorBody {
  if (HexoError.isInstance(error)) {
    const { code, message, hint = null, fields } = error;
    return { code, message, hint, fields };
  }
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: "INTERNAL",
    message,
    hint: "This is a fault of rk. Please report it with what you did.",
    fields: {},
  };
}

/** An error for a person: code and message, then the hint. */
export function describeError(error: unknown, prefix = "rk"): string {
  const { code, message, hint } = errorBody(error);
  const stack = code === "INTERNAL" && error instanceof Error ? `\n${error.stack}` : "";
  return `${prefix}: ${code}: ${message}${hint === null ? "" : `\n  ${hint.replaceAll("\n", "\n  ")}`}${stack}`;
}
