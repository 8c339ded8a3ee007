import { joinUnit } from "@headroom/ui";

const NUMBER = new Intl.NumberFormat("en", { maximumFractionDigits: 6 });

/** "120 ms", "1 s": a target's threshold as it was written, without digits that nobody wrote. */
export function thresholdText(threshold: number, unit: string): string {
  return joinUnit(NUMBER.format(threshold), unit);
}

const SIGNS: Readonly<Record<string, string>> = { "<=": "≤", ">=": "≥" };

/** "p99 ≤ 120 ms", also within a sentence. What is in quotes, such as a label, stays. */
export function withSigns(text: string): string {
  return text.replaceAll(/"[^"]*"|[<>]=/g, (part) => SIGNS[part] ?? part);
}
