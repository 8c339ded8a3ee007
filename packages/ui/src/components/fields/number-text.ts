/** What a person wrote as a number: "1,250", "1 250", "0.5". Null for an empty text, undefined if it is not a number. */
export function parseNumberText(text: string): number | null | undefined {
  const bare = text.replaceAll(/[\s,_]/g, "").replace("\u2212", "-");
  if (bare === "") return null;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(bare)) return undefined;
  const value = Number(bare);
  return Number.isFinite(value) ? value : undefined;
}
