const list = new Intl.ListFormat("en");

/** After the name of the source that counts: what is added to it. */
export function alsoCountedWords(others: readonly { title: string }[]): string {
  if (others.length === 0) return "";
  const titles = others.map(({ title }) => title);
  return `, and under further names of the same application: ${list.format(titles)}. Each process counts once`;
}

/** What arrives beside it; null: nothing. */
export function notCountedWords(titles: readonly string[]): string | null {
  if (titles.length === 0) return null;
  const [arrives, they] =
    titles.length === 1 ? ["arrives and isn't counted", "it"] : ["arrive and aren't counted", "they"];
  return `${list.format(titles)} also ${arrives}, because ${they} can be the same requests again.`;
}

/** Where people choose what is counted. */
export const COUNT_THEM_TOO = "Count them too?";
