const ENTITIES: Record<string, string> = {
  "&quot;": '"',
  "&#39;": "'",
  "&lt;": "<",
  "&gt;": ">",
  "&amp;": "&",
};
export const textOf = (html: string) =>
  html.replaceAll(/<[^>]*>/g, "").replaceAll(/&[#\w]+;/g, (sign) => ENTITIES[sign] ?? sign);

export const firstSentence = (words: string) => words.split(/(?<=[a-z%])\. /)[0] ?? "";

/** Whether a figure is there, with as few digits as it may have. */
export function hasFigure(said: string, value: number, unit: string | null): boolean {
  return [...said.matchAll(/([\d,]+(?:\.(\d+))?) (ms|s)\b/g)].some(([, figure = "", decimals = "", of]) => {
    const inItsUnit = of === unit ? value : of === "ms" ? value * 1_000 : value / 1_000;
    return inItsUnit.toFixed(decimals.length) === figure.replaceAll(",", "");
  });
}
