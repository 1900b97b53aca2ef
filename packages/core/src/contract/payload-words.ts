/** Words of JSON that came from outside: nothing is trusted, nothing throws. */

export type Fields = Readonly<Record<string, unknown>>;

/** The members of an object; none for anything else. */
export function record(value: unknown): Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** A text that is not empty. */
export function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
