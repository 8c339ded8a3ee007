/** U+2212: the sign of a figure, not a hyphen. */
const MINUS = "\u2212";

const byDigits = [0, 1, 2, 3, 4, 5, 6, 7].map(
  (digits) =>
    new Intl.NumberFormat("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits }),
);
const compact = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

export function formatFixed(value: number, digits: number): string {
  const text = byDigits[digits]?.format(Math.abs(value)) ?? "";
  return value < 0 && /[1-9]/.test(text) ? MINUS + text : text;
}

export function formatCount(value: number): string {
  return formatFixed(value, 0);
}

/** What a formatted number reads as: 1,000 of "1,000". NaN of "< 0.001", which isn't a single number. */
export function numberShown(text: string): number {
  return Number(text.replaceAll(",", "").replace(MINUS, "-"));
}

/** Detail only where it decides: two digits under 10, one under 100, none above. A zero is a plain zero. */
export function formatFigure(value: number): string {
  return value === 0 ? "0" : formatFixed(value, figureDigits(value));
}

export function figureDigits(value: number): number {
  const size = Math.abs(value);
  if (size < 0.1) return 3;
  if (size < 9.995) return 2;
  return size < 99.95 ? 1 : 0;
}

export function formatSigned(value: number, format: (value: number) => string): string {
  const text = format(value);
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** 60k, 1.2M, 2.1B: for axes, charts and counts in passing; a measured figure is never shortened. */
export function formatShort(value: number): string {
  const size = Math.abs(value);
  if (size >= 1e9) return `${compact.format(value / 1e9)}B`;
  if (size >= 1e6) return `${compact.format(value / 1e6)}M`;
  if (size >= 1e3) return `${compact.format(value / 1e3)}k`;
  return compact.format(value);
}

/** A share 0..1 in percent, without the sign: three digits that count under 1%, one digit above. */
export function formatPercentFigure(share: number): string {
  const percent = share * 100;
  if (percent === 0) return "0";
  if (Math.abs(percent) >= 0.001) return formatFixed(percent, percentDigits(percent));
  return percent < 0 ? `> ${MINUS}0.001` : "< 0.001";
}

export function percentDigits(percent: number): number {
  const size = Math.abs(percent);
  if (size >= 9.995) return 1;
  return size >= 0.0995 ? 2 : 3;
}

/** 0.046% */
export function formatPercent(share: number): string {
  return `${formatPercentFigure(share)}%`;
}

/** A share below a limit, with as many digits as it takes to show that it is: 94.96% below 95%, not 95.0%. */
export function formatPercentBelow(share: number, limit: number): string {
  const usual = formatPercent(share);
  if (share >= limit || numberShown(usual.replace("%", "")) < limit * 100) return usual;
  const finer = ([2, 3] as const).map((digits) => formatFixed(share * 100, digits));
  return `${finer.find((text) => numberShown(text) < limit * 100) ?? `just under ${formatFigure(limit * 100)}`}%`;
}

/** 4.0%, 12%: two digits, for what is itself an estimate. */
export function formatRoughPercent(share: number): string {
  const percent = share * 100;
  return `${formatFixed(percent, percent < 9.95 ? 1 : 0)}%`;
}

/** +187%, −82.9%, +1,560%: three digits. */
export function formatChange(share: number): string {
  const size = formatChangeSize(share);
  if (!/[1-9]/.test(size)) return size;
  return share < 0 ? MINUS + size : `+${size}`;
}

/** 12.4%: how large a change is, where a verb says its direction. */
export function formatChangeSize(share: number): string {
  const percent = Math.abs(share) * 100;
  if (percent >= 999.5) return `${formatCount(Number(percent.toPrecision(3)))}%`;
  return `${formatFixed(percent, percent >= 99.95 ? 0 : 1)}%`;
}

/** 2.87x, 17.2x, 120x: three digits. */
export function formatTimes(ratio: number): string {
  return `${formatTimesFigure(ratio)}x`;
}

/** Rounded down where it would read as what it falls short of: 1.499x of 1.5x is 1.49x. */
export function formatTimesOf(ratio: number, required: number): string {
  const digits = ratio < 9.995 ? 100 : ratio < 99.95 ? 10 : 1;
  const reads = formatTimes(ratio) === formatTimes(required);
  return formatTimes(ratio < required && reads ? Math.floor(ratio * digits) / digits : ratio);
}

/** 2.87: a ratio without its sign. */
export function formatTimesFigure(ratio: number): string {
  return formatFixed(ratio, ratio < 9.995 ? 2 : ratio < 99.95 ? 1 : 0);
}

/** "240", or "100–103" or "≥ 0.12" where only a range is known; null where nothing is. */
export function formatKnown(
  { value, range }: { value: number | null; range: { low: number; high: number | null } | null },
  format: (value: number) => string,
): string | null {
  if (range === null) return value === null ? null : format(value);
  return range.high === null
    ? `≥\u00a0${format(range.low)}`
    : formatRange(format(range.low), format(range.high));
}

/** "111.4–114.6", or the one figure that both are. A minus sign needs "to": "−20.1 to −19.8". */
export function formatRange(low: string, high: string): string {
  if (low === high) return low;
  const isSigned = [low, high].some((figure) => /^[-\u2212+]/.test(figure));
  return isSigned ? `${low} to ${high}` : `${low}\u2013${high}`;
}
