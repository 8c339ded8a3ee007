import { z } from "zod";
import { canBeFound, DAY_MILLIS } from "@headroom/core";
import type { ReadTwice } from "@headroom/core";
import type { TrafficAnswer } from "@headroom/contract";

const stored = z.array(
  z.object({
    label: z.string(),
    values: z.tuple([z.string(), z.string()]),
    foundAt: z.iso.datetime(),
  }),
);

/** Of a service: those that were found last. */
const MAX_FOUND = 10;
/** What isn't counted once is found again for as long as it goes on. */
const RECENT_MILLIS = DAY_MILLIS;

/** What is stored of a service, with what was found now. */
export function readTwiceWith(before: unknown, found: readonly ReadTwice[], now: Date) {
  const keyOf = ({ label, values }: ReadTwice) => JSON.stringify([label, values]);
  const all = new Map(stored.parse(before).map((one) => [keyOf(one), one]));
  for (const { label, values } of found) {
    const one = { label, values: [...values] as [string, string], foundAt: now.toISOString() };
    all.delete(keyOf(one));
    all.set(keyOf(one), one);
  }
  return [...all.values()].slice(-MAX_FOUND);
}

/** Those that count once. */
export function countedOnce(given: unknown): readonly ReadTwice[] {
  return stored.parse(given).filter(({ label }) => canBeFound(label));
}

export function readTwiceIn(given: unknown, nowMillis: number): TrafficAnswer["readTwice"] {
  return stored.parse(given).flatMap(({ label, values, foundAt }) => {
    const isCountedOnce = canBeFound(label);
    const isOver = !isCountedOnce && Date.parse(foundAt) < nowMillis - RECENT_MILLIS;
    return isOver ? [] : { label, values, isCountedOnce, foundAt };
  });
}
