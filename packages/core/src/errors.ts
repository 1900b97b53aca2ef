/** Every way in which the product fails, for ever: programs may test for these words. */
export const errorCodes = [
  "HARNESS_UNKNOWN",
  "HARNESS_INVALID",
  "BINARY_NOT_FOUND",
  "PLATFORM_UNSUPPORTED",
  "CONFIG_UNREADABLE",
  "CONFIG_MALFORMED",
  "CONFIG_SHAPE",
  "CONFIG_CHANGED",
  "CONFIG_READ_ONLY",
  "FILE_FOREIGN",
  "FILE_LOCKED",
  "WRITE_FAILED",
  "CAPABILITY_UNSUPPORTED",
  "PANE_VALUE_INVALID",
  "PANE_NOT_FOUND",
  "CLIENT_NOT_FOUND",
  "TMUX_UNAVAILABLE",
  "TRANSCRIPT_UNAVAILABLE",
  "RUNTIME_UNAVAILABLE",
  "EXPORT_BUSY",
  "CONFIRMATION_REQUIRED",
  "DECLINED",
  "USAGE",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

const marker = Symbol.for("hexokit.error");

export interface HexoErrorOptions {
  /** What the person can do about it. */
  readonly hint?: string;
  readonly cause?: unknown;
  /** Structured facts beside the message: path, line, harness, … */
  readonly fields?: Readonly<Record<string, string | number>>;
}

/** The one error class of the product. `message` says what failed and why; `hint` what to do. */
export class HexoError extends Error {
  override readonly name = "HexoError";
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly fields: Readonly<Record<string, string | number>>;

  constructor(code: ErrorCode, message: string, options: HexoErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.hint = options.hint;
    this.fields = options.fields ?? {};
    Object.defineProperty(this, marker, { value: true });
  }

  /** True across two installed copies of this package, where `instanceof` is not. */
  static isInstance(value: unknown): value is HexoError {
    return typeof value === "object" && value !== null && (value as Record<symbol, unknown>)[marker] === true;
  }
}
