import { formatKnown, formatRange } from "@headroom/ui";

/** "91–140"; "≤ 140" where nothing is known but the upper end. */
export function formatAtMost(
  { low, high }: { low: number; high: number | null },
  format: (value: number) => string,
): string {
  if (high === null) return formatKnown({ value: null, range: { low, high } }, format) ?? "";
  return low === 0 && high > 0 ? `≤\u00a0${format(high)}` : formatRange(format(low), format(high));
}
