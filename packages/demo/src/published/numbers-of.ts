const SPELLED = [
  ["five minutes", 300],
  ["single", 1],
  ["doubled", 2],
  ["triple", 3],
] as const;

/** The numbers of a text, with those that it spells out. */
export function numbersOf(text: string): number[] {
  const digits = [...text.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([found]) =>
    Number(found.replaceAll(",", "")),
  );
  return [...digits, ...SPELLED.flatMap(([words, value]) => (text.includes(words) ? [value] : []))];
}
