/** WCAG 2 contrast of two opaque colours, 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [light, dark] = [relativeLuminance(one), relativeLuminance(other)].sort((a, b) => b - a) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

function relativeLuminance(hex: string): number {
  const [red, green, blue] = linearChannels(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Red, green and blue as amounts of light, 0 to 1. */
export function linearChannels(hex: string): [number, number, number] {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (!digits) throw new RangeError(`not an opaque colour: ${hex}`);
  const linear = (part: string | undefined) => {
    const share = Number.parseInt(part ?? "", 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return [linear(digits[1]), linear(digits[2]), linear(digits[3])];
}

export interface TokenPair {
  light: string;
  dark: string;
}

/** The opaque tokens of a stylesheet, by name without the dashes. */
export function readTokens(css: string): Map<string, TokenPair> {
  const tokens = new Map<string, TokenPair>();
  const line = /--([\w-]+):\s*light-dark\((#[0-9a-f]{6}),\s*(#[0-9a-f]{6})\);/gi;
  for (const [, name, light, dark] of css.matchAll(line)) {
    if (name && light && dark) tokens.set(name, { light, dark });
  }
  return tokens;
}
