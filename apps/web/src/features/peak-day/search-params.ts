type Search = Record<string, string | string[] | undefined>;

const GAUGE_LETTERS = 500;
const MAX_GAUGES = 50;

/** The gauges that the address names; null: it leaves the choice to the page. */
export function readGauges({ gauge }: Search): readonly string[] | null {
  if (gauge === undefined) return null;
  return [gauge]
    .flat()
    .slice(0, MAX_GAUGES)
    .map((name) => name.slice(0, GAUGE_LETTERS))
    .filter((name) => name !== "");
}

/** Of a page, with these gauges. Without any, it says so: otherwise the page would choose. */
export function gaugesAddress(page: string, gauges: readonly string[]): string {
  const names = gauges.length === 0 ? [""] : gauges;
  return `${page}?${new URLSearchParams(names.map((name) => ["gauge", name])).toString()}`;
}
