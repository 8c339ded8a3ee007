/** The page of a list, and the change that is opened: of the moment, and no part of a view. */
const OF_THE_MOMENT = ["page", "levels"];

/** What a view of a page is saved as: its address after the question mark. */
export function viewQuery(query: string | URLSearchParams): string {
  const kept = new URLSearchParams(query);
  for (const name of OF_THE_MOMENT) kept.delete(name);
  return kept.toString();
}
