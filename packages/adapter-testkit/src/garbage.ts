/** Nested deeper than a recursive reader survives; `JSON.parse` itself does. */
function nested(depth: number): unknown {
  return JSON.parse(`${'{"a":['.repeat(depth)}${"]}".repeat(depth)}`);
}

/** Words that every object inherits something for. */
const inheritedWords = ["__proto__", "constructor", "toString"];

/** JSON values that no member is meant to have. */
export const oddValues: readonly unknown[] = [
  undefined,
  null,
  true,
  -1.5e300,
  "",
  '\'; "$(date)" #{pane_id}\n\u0000\uD800',
  "x".repeat(100_000),
  ...inheritedWords,
  [],
  [[null]],
  {},
  JSON.parse('{"__proto__": {"session_id": "x"}, "constructor": 1, "toString": 2}'),
  nested(5_000),
];

/** Every odd value alone, and each payload with each of its members, two levels deep, odd or missing. */
export function* garbageFrom(payloads: readonly unknown[]): Generator<unknown> {
  yield* oddValues;
  for (const payload of payloads) yield* variantsOf(payload, 2);
}

function* variantsOf(value: unknown, depth: number): Generator<unknown> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    const withMember = (replaced: unknown) =>
      Array.isArray(value) ? value.with(Number(key), replaced) : { ...value, [key]: replaced };
    for (const odd of oddValues) yield withMember(odd);
    if (depth > 1) for (const variant of variantsOf(member, depth - 1)) yield withMember(variant);
  }
}
