const UNITS = ["B", "kB", "MB", "GB", "TB"] as const;

/** A size as file managers show it: 20.5 MB. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1;
  return `${Number(value.toFixed(digits))} ${UNITS[unit] ?? ""}`;
}
