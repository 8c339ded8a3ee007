import { joinUnit } from "@headroom/ui";

const NUMBER = new Intl.NumberFormat("en", { maximumFractionDigits: 6 });

/** "120 ms", "1 s": a target's threshold as it was written, without digits that nobody wrote. */
export function thresholdText(threshold: number, unit: string): string {
  return joinUnit(NUMBER.format(threshold), unit);
}
