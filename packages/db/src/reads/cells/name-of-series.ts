/**
 * Joins `s`, the name of each row's series, with one look-up by ID for each row. Otherwise the planner assumes that a
 * recently written run has hardly any labels, and scans all of them for each row.
 */
export function withSeriesName(rows: string): string {
  return `cross join lateral (
    select named.label, named.label_kind from series named where named.id = ${rows}.series_id offset 0
  ) s`;
}
