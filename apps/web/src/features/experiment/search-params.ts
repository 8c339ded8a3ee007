export const RUNS_ON_A_PAGE = 25;
const MAX_PAGES = 40_000;

/** The page of the list of runs; the first one if it cannot be read. */
export function readRunsPage(search: Record<string, string | string[] | undefined>): number {
  const { page } = search;
  const asked = typeof page === "string" && /^\d{1,5}$/.test(page) ? Number(page) : 1;
  return Math.min(Math.max(1, asked), MAX_PAGES);
}

export function experimentAddress(experimentId: string, page = 1): string {
  return page > 1 ? `/experiments/${experimentId}?page=${page}` : `/experiments/${experimentId}`;
}
