/** One thing that was looked at, and what it said. `explain` prints these in order. */
export interface Evidence {
  readonly kind: "option" | "memory" | "process" | "record" | "rule";
  readonly text: string;
}
