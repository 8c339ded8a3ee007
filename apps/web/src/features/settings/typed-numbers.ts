import { formatCount } from "@headroom/ui";

interface Bounds {
  min: number;
  max: number;
}

/** Null for an empty field, undefined for anything that isn't a number in range. */
export function numberIn(text: string, { min, max }: Bounds): number | null | undefined {
  const plain = text.trim();
  if (plain === "") return null;
  if (!/^\d+(\.\d+)?$/.test(plain)) return undefined;
  const value = Number(plain);
  return value >= min && value <= max ? value : undefined;
}

export function wholeIn(text: string, bounds: Bounds): number | null | undefined {
  const value = numberIn(text, bounds);
  return typeof value === "number" && !Number.isInteger(value) ? undefined : value;
}

export function between({ min, max }: Bounds): string {
  return `from ${formatCount(min)} to ${formatCount(max)}`;
}
