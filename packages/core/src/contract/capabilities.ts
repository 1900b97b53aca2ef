/** Something that no reader can know for this harness, with the observed fact it rests on. */
export interface CapabilityGap {
  /** Permanent kebab-case name; the lab names its cells with it. */
  readonly id: string;
  /** What a person sees, in one sentence. */
  readonly summary: string;
  /** The fact, with harness and version, from which the gap follows. */
  readonly fact: string;
}

/**
 * What a harness lets us know. Data, not switches: it drives the conformance kit, the lab and the
 * capability matrix. A capability that is false has a negative test.
 */
export interface HarnessCapabilities {
  /** The harness tells, by hook, that a human is asked something. */
  readonly waiting: boolean;
  /** The harness tells, by hook, that a question or permission was answered. */
  readonly answers: boolean;
  /** Child agents carry an id of their own in hook payloads. */
  readonly children: boolean;
  /** A person's interruption (Esc, Ctrl-C) reaches a hook. */
  readonly interruptHook: boolean;
  /** `observe` reads the harness's own record of its state. */
  readonly observe: boolean;
  /** `transcript` finds the conversation. */
  readonly transcript: "file" | "export" | "none";
  /** `verify` asks the running harness what it made of our hooks. */
  readonly verify: boolean;
  readonly gaps: readonly CapabilityGap[];
}
