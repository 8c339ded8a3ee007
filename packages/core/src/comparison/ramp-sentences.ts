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

/** What two runs hold, by their names. */
export function rampWords(figure: RampFigure, [a, b]: readonly [string, string]): string {
  if (figure.of === "knee") {
    const { load, before, after } = figure;
    return kneesText(load, [
      { name: a, knee: before },
      { name: b, knee: after },
    ]);
  }
  const { target, before, after } = figure;
  return heldText({ target, of: before.of }, [
    { name: a, heldTo: before.heldTo },
    { name: b, heldTo: after.heldTo },
  ]);
}

/** "p95 <= 1 s: run 31 holds 606 users, run 46 holds 473." */
export function heldText(
  { target, of }: { target: string; of: HeldLoad["of"] },
  runs: readonly { name: string; heldTo: number | null }[],
): string {
  const unitAt = runs.findIndex(({ heldTo }) => heldTo !== null);
  const parts = runs.map(({ name, heldTo }, at) => {
    const held =
      heldTo === null ? "no load for certain" : at === unitAt ? loadText(heldTo, of) : loadAmount(heldTo);
    return `${name} holds ${held}`;
  });
  return `${target}: ${parts.join(", ")}.`;
}

/** "Knee: run 31 at 586 users (565–606), run 46 at 480 users (473–501)." */
export function kneesText(load: RampLoad, runs: readonly { name: string; knee: LoadInterval }[]): string {
  return `Knee: ${runs.map(({ name, knee }) => `${name} at ${kneeBrief(load, knee)}`).join(", ")}.`;
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
