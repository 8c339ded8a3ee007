import { toCsv } from "./csv.ts";

export interface ChartColumn {
  head: string;
  /** The name in a file, where the unit has to travel with it. */
  field: string;
  /** How a number is written in the table; a file has it in full. */
  show?: (value: number) => string;
}

type Cell = string | number | null;

/** The figures of a chart: what its table shows and its file holds. */
export interface ChartData {
  columns: readonly ChartColumn[];
  rows: readonly (readonly Cell[])[];
}

export function chartCsv({ columns, rows }: ChartData): string {
  return toCsv(
    columns.map(({ field }) => field),
    rows,
  );
}

export function shownCell(cell: Cell | undefined, { show }: ChartColumn): string {
  if (cell === null || cell === undefined) return "-";
  return typeof cell === "number" ? (show?.(cell) ?? String(cell)) : cell;
}
