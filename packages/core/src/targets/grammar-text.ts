/** The name of a gauge, in quotes unless it reads as one word again and not as something else. */
export function gaugeName(gauge: string): string {
  return isPlainGauge(gauge) ? gauge : quote(gauge);
}

function isPlainGauge(gauge: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_\-./]*$/u.test(gauge) && !["of", "latency"].includes(gauge.toLowerCase());
}

export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, (character) => `\\${character}`)}"`;
}

/** Without an exponent: the grammar has none. Nine places give back any number it reads. */
export function decimal(value: number): string {
  const text = String(value);
  return text.includes("e") ? value.toFixed(9).replace(/\.?0+$/, "") : text;
}
