import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arbitraryEvents } from "./arbitrary-events.js";
import { shortHash } from "./atoms.js";
import { formatEvent, formatMemory, parseEvent, parseMemory } from "./memory-codec.js";
import { situationOf, valuesOf } from "./reduce.js";
import { active, arriveInOrder, bash, event, idle, permission } from "./sample-events.js";

const runs = { numRuns: Number(process.env.HEXOKIT_PROPERTY_RUNS ?? 2000) };

describe("memory line", () => {
  it("keeps every memory and every event exactly", () => {
    fc.assert(
      fc.property(arbitraryEvents({ max: 100 }), (events) => {
        const folded = arriveInOrder(events);
        const memory = { ...folded, written: valuesOf(situationOf(folded)), changedAt: 5, quietUntil: 7 };
        const line = formatMemory(memory, "boot1");
        expect(parseMemory(line, "boot1")).toEqual(memory);
        expect(line).toMatch(/^[A-Za-z0-9 ._:;=,+?-]+\n$/);
        for (const one of events) {
          expect(parseEvent(formatEvent(one))).toEqual(one);
          expect(formatEvent(one).length).toBeLessThan(512);
        }
      }),
      runs,
    );
  });

  it("keeps a long list of children whole", () => {
    const set = Array.from({ length: 12 }, (_, index) => `a${index}bcdef0123456789`);
    const memory = arriveInOrder([event(1000, active), event(1001, { ...idle, children: { set } })]);
    expect(parseMemory(formatMemory(memory, "b"), "b")).toEqual(memory);
    expect(situationOf(memory).children).toEqual(set);
  });

  it("is no memory when of another boot or format, cut short, or damaged in any atom", () => {
    const memory = arriveInOrder([
      event(1000, active),
      event(1500, permission(bash)),
      event(1510, { child: "a1", children: { start: "a1" } }),
    ]);
    const line = formatMemory(memory, "boot1");
    const whole = (text: string) => `${text} ${shortHash(text)}\n`;
    const atoms = line.trimEnd().split(" ").slice(0, -1);
    expect(whole(atoms.join(" "))).toBe(line);
    expect(parseMemory(line, "boot2")).toBeUndefined();
    expect(parseMemory(whole(atoms.with(0, "2").join(" ")), "boot1")).toBeUndefined();
    expect(parseMemory(whole(atoms.slice(0, 9).join(" ")), "boot1")).toBeUndefined();
    expect(parseMemory("", "boot1")).toBeUndefined();
    for (const index of atoms.keys()) {
      const damaged = whole(atoms.with(index, "\u0000;#(x)").join(" "));
      expect(parseMemory(damaged, "boot1"), `atom ${index}`).toBeUndefined();
    }
    for (let length = 0; length < line.length; length += 1) {
      expect(parseMemory(line.slice(0, length), "boot1")).toBeUndefined();
      const half = `${line.slice(0, length)}${"x".repeat(line.length - length - 1)}\n`;
      if (half !== line) expect(parseMemory(half, "boot1")).toBeUndefined();
    }
  });

  it("is read whatever an older, longer line left behind it", () => {
    const memory = arriveInOrder([event(1000, active)]);
    expect(parseMemory(`${formatMemory(memory, "boot1")}rest of an older line\n`, "boot1")).toEqual(memory);
  });
});
