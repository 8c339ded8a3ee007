import fc from "fast-check";
import { expect, it } from "vitest";
import { hasGap, hasSequence, lastInRow, withSequence } from "./sequence-set.ts";
import type { SequenceSet } from "./sequence-set.ts";

it("knows the numbers it was given and no others, in whatever order they came", () => {
  const numbers = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 });
  fc.assert(
    fc.property(numbers, (given) => {
      const set = given.reduce<SequenceSet>((before, one) => withSequence(before, one), []);
      const known = new Set(given);
      for (let one = 1; one <= 41; one++) expect(hasSequence(set, one)).toBe(known.has(one));
      let last = 0;
      while (known.has(last + 1)) last++;
      expect(lastInRow(set)).toBe(last);
      expect(hasGap(set)).toBe(known.size > last);
      // As few ranges as can be: no two touch.
      for (let at = 2; at < set.length; at += 2) expect(set[at]).toBeGreaterThan((set[at - 1] ?? 0) + 1);
    }),
  );
});
