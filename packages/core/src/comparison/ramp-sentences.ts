import type { RampLoad } from "../capacity/ramp/ramp.ts";
import { loadAmount, loadText } from "../verdict/held-load.ts";
import type { HeldLoad } from "../verdict/held-load.ts";
import type { LoadInterval } from "../capacity/ramp/knee.ts";
import type { RampFigure } from "./compared-ramps.ts";

/** How two ramps differ. */
export const RAMP_SENTENCES = {
  "ramp-held": ({ before, after }: { before: HeldLoad; after: HeldLoad }) =>
    `Held to ${heldBrief(before)} before, to ${heldBrief(after)} now.`,
  "ramp-knee": ({ load, before, after }: { load: RampLoad; before: LoadInterval; after: LoadInterval }) =>
    `${kneeBrief(load, before)} before, ${kneeBrief(load, after)} now.`,
  "ramp-nothing": () => "Neither a target nor the knee of both runs can be compared.",
};

/** "p95 <= 1 s: A holds 606 users, B 473." */
export function rampWords(figure: RampFigure, [a, b]: readonly [string, string]): string {
  if (figure.of === "knee") {
    const { load, before, after } = figure;
    return `The knee of ${a} is at ${kneeBrief(load, before)}, that of ${b} at ${kneeBrief(load, after)}.`;
  }
  const { target, before, after } = figure;
  const first = before.heldTo === null ? "no load for certain" : loadText(before.heldTo, before.of);
  return `${target}: ${a} holds ${first}, ${b} ${secondWords(after, before.heldTo !== null)}.`;
}

function secondWords({ heldTo, of }: HeldLoad, isUnitSaid: boolean): string {
  if (heldTo === null) return "none for certain";
  return isUnitSaid ? loadAmount(heldTo) : loadText(heldTo, of);
}

/** "606 users (broke at 634)" */
function heldBrief({ of, from, to, heldTo, missedAt, metAgainAt, fallsAt }: HeldLoad): string {
  if (heldTo === null) return `no load from ${loadAmount(from)} to ${loadText(to, of)}`;
  const held = loadText(heldTo, of);
  if (fallsAt !== undefined) return `${held} (beyond that, throughput falls)`;
  if (missedAt === null) return heldTo === to ? `${held} (the most that it reached)` : held;
  return `${held} (${metAgainAt === null ? "broke" : "missed"} at ${loadAmount(missedAt)})`;
}

function kneeBrief(load: RampLoad, { load: at, low, high }: LoadInterval): string {
  const of = load === "users" ? "users" : "rate";
  return `${loadText(at, of)} (${loadAmount(low)}–${loadAmount(high)})`;
}
