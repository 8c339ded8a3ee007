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

/** Which runs the capacity over runs is of; what is as in the newest run stays out of the address. */
export interface CapacityQuery {
  environment: string | null;
  branch: string | null;
}

const MAX_LETTERS = 2_000;

export function readCapacityQuery(search: Record<string, string | string[] | undefined>): {
  environment?: string;
  branch?: string;
} {
  const text = (name: string) => {
    const value = search[name];
    return typeof value === "string" && value !== "" ? { [name]: value.slice(0, MAX_LETTERS) } : {};
  };
  return { ...text("environment"), ...text("branch") };
}

export function capacityAddress(experimentId: string, query?: CapacityQuery): string {
  const parameters = new URLSearchParams();
  for (const name of ["environment", "branch"] as const) {
    const value = query?.[name] ?? null;
    if (value !== null) parameters.set(name, value);
  }
  const search = parameters.toString();
  return `/experiments/${experimentId}/capacity${search === "" ? "" : `?${search}`}`;
}
