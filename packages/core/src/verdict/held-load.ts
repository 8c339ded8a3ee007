import { toUnit, usersText } from "./verdict-unit.ts";

/** Up to which load of a ramp a target held. Loads are in users, or in requests per second. */
export interface HeldLoad {
  of: "users" | "rate";
  /** The least and the most load that the ramp went through. */
  from: number;
  to: number;
  /** The highest load up to which the target was met, with no miss in between; null: it was never met. */
  heldTo: number | null;
  /** The first load after that at which it was missed; null: it wasn't. */
  missedAt: number | null;
  /** Met again at a higher load than that: the miss was of a moment, such as an outage. */
  metAgainAt: number | null;
  /** Missed under every load, the least included: whatever load the target is meant for, it isn't met. */
  missedThroughout: boolean;
  /** Throughput begins to fall at this load, so the target isn't held beyond it. Missing: that doesn't limit it. */
  fallsAt?: number;
}

/** "Held to 590 users, broke at 700." */
export function heldLoadText(held: HeldLoad): string {
  const { from, to, heldTo, missedAt, metAgainAt, fallsAt } = held;
  const load = (value: number) => loadText(value, held.of);
  if (held.missedThroughout) return `Missed at every load, from ${loadAmount(from)} to ${load(to)}.`;
  if (heldTo === null) return `Not met at any load from ${loadAmount(from)} to ${load(to)}.`;
  if (fallsAt !== undefined) return `Held to ${load(heldTo)}. Beyond that, throughput falls.`;
  if (missedAt === null)
    return heldTo === to
      ? `Held to ${load(to)}, the most that this run reached.`
      : `Held to ${load(heldTo)}, and nothing certain is known of more.`;
  if (metAgainAt === null) return `Held to ${load(heldTo)}, broke at ${loadAmount(missedAt)}.`;
  return `Held to ${load(heldTo)}, missed at ${loadAmount(missedAt)}, and met again at ${loadAmount(metAgainAt)}.`;
}

/** "606 users", "33 req/s" */
export function loadText(value: number, of: HeldLoad["of"]): string {
  return of === "users" ? usersText(rounded(value)) : toUnit(rounded(value), "req/s");
}

/** The same without its unit. */
export function loadAmount(value: number): string {
  return toUnit(rounded(value));
}

/** Loads are means over a stretch of a ramp: more digits would only look exact. */
function rounded(value: number): number {
  return value >= 100 ? Math.round(value) : Number(value.toPrecision(2));
}
