/** What `bench hook` times; the driver inside the pane and the report outside share the names. */
export const variantNames = ["floor", "node", "change", "same", "outside"] as const;

export type VariantName = (typeof variantNames)[number];

/** One measurement of a variant. */
export interface Sample {
  readonly wall: number;
  /** User and system time of all processes it started, in milliseconds. */
  readonly cpu: number;
}

export interface HookMeasurement {
  readonly samples: Readonly<Record<VariantName, readonly Sample[]>>;
  /** Peak resident memory of the hook's Node process, in MiB. */
  readonly residentMegabytes: number;
  /** State options seen after each changing event: the hook must have moved them. */
  readonly states: readonly string[];
  /** Exit status or output of a run that was not silent success. */
  readonly noise: readonly string[];
}
