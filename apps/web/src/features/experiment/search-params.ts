export const RUNS_ON_A_PAGE = 25;
const MAX_PAGES = 40_000;

export function experimentAddress(experimentId: string): string {
  return `/experiments/${experimentId}`;
}

export const RUN_LISTS = ["all", "default", "branches"] as const;
type RunList = (typeof RUN_LISTS)[number];

/** Which runs are listed, below which view of the trend. */
export interface RunsQuery {
  experimentId: string;
  page: number;
  which: RunList;
  /** The trend's own part of the address. */
  trend: string;
}

type Search = Record<string, string | string[] | undefined>;

/** The first page of all runs, where it can't be read. */
export function readRunsQuery(experimentId: string, search: Search): RunsQuery {
  const { page, runs } = search;
  const asked = typeof page === "string" && /^\d{1,5}$/.test(page) ? Number(page) : 1;
  const trend = new URLSearchParams();
  for (const [name, value] of Object.entries(search))
    if (typeof value === "string" && name !== "page" && name !== "runs")
      trend.set(name, value.slice(0, MAX_LETTERS));
  return {
    experimentId,
    page: Math.min(Math.max(1, asked), MAX_PAGES),
    which: RUN_LISTS.find((one) => one === runs) ?? "all",
    trend: trend.toString(),
  };
}

export function runsAddress({ experimentId, page, which, trend }: RunsQuery): string {
  const query = new URLSearchParams(trend);
  if (which !== "all") query.set("runs", which);
  if (page > 1) query.set("page", String(page));
  return query.size === 0
    ? `/experiments/${experimentId}`
    : `/experiments/${experimentId}?${query.toString()}`;
}

/** The run of the change whose levels are compared on the page; null: none. */
export function readOpened({ levels }: Search): number | null {
  return typeof levels === "string" && /^\d{1,9}$/.test(levels) ? Number(levels) : null;
}

/** The same view, with the levels around a change beside each other. */
export function openedAddress(query: RunsQuery, opened: number | null): string {
  const trend = new URLSearchParams(query.trend);
  trend.delete("levels");
  if (opened !== null) trend.set("levels", String(opened));
  return runsAddress({ ...query, trend: trend.toString() });
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
