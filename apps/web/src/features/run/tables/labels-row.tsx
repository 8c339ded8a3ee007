import Link from "next/link";
import type { KeyboardEvent, ReactNode } from "react";
import type { LabelSort } from "../view/search-params.ts";
import type { LabelRow } from "./prepare-labels.ts";

/** All rows have one height, so that rows that are not loaded keep their space. */
export const LABEL_ROW_HEIGHT = 48;

const WIDE = "right hidden wide:table-cell";

interface Column {
  sort: LabelSort;
  head: string;
  className: string;
  width: string;
  cell: (row: LabelRow) => string;
}

const COLUMNS: readonly Column[] = [
  { sort: "requests", head: "Share", className: WIDE, width: "w-22", cell: ({ share }) => `${share}%` },
  {
    sort: "throughput",
    head: "req/s",
    className: `${WIDE} font-semibold`,
    width: "w-24",
    cell: ({ throughput }) => throughput,
  },
  { sort: "p50", head: "p50", className: WIDE, width: "w-20", cell: ({ p50 }) => p50 },
  { sort: "p90", head: "p90", className: WIDE, width: "w-20", cell: ({ p90 }) => p90 },
  { sort: "p95", head: "p95", className: WIDE, width: "w-20", cell: ({ p95 }) => p95 },
  { sort: "p99", head: "p99, ms", className: "right font-semibold", width: "w-24", cell: ({ p99 }) => p99 },
  { sort: "p99.9", head: "p99.9", className: WIDE, width: "w-20", cell: ({ p999 }) => p999 },
  { sort: "max", head: "Max", className: WIDE, width: "w-22", cell: ({ max }) => max },
  { sort: "errors", head: "Errors", className: WIDE, width: "w-22", cell: ({ errors }) => errors },
];

/** Where requests carry several items. */
const ITEM_COLUMNS: readonly Column[] = [
  {
    sort: "items",
    head: "Items, %",
    className: WIDE,
    width: "w-22",
    cell: ({ itemsShare }) => `${itemsShare}%`,
  },
  { sort: "items", head: "items/s", className: WIDE, width: "w-24", cell: ({ items }) => items },
];

export function labelColumns(hasItems: boolean): readonly Column[] {
  if (!hasItems) return COLUMNS;
  const after = COLUMNS.findIndex(({ sort }) => sort === "throughput") + 1;
  return COLUMNS.toSpliced(after, 0, ...ITEM_COLUMNS);
}

interface LabelRowProps {
  columns: readonly Column[];
  row: LabelRow;
  at: number;
  judged: boolean;
  chosen: boolean;
  address: string;
  onOpen: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  verdict: ReactNode;
}

/** A label opens its own timeline; hovering shows its full name. */
export function LabelRowCells({
  columns,
  row,
  at,
  judged,
  chosen,
  address,
  onOpen,
  onKeyDown,
  verdict,
}: LabelRowProps) {
  return (
    <tr aria-rowindex={at + 2} style={{ height: LABEL_ROW_HEIGHT }}>
      <th scope="row">
        <Link
          href={address}
          prefetch={false}
          scroll={false}
          title={row.label}
          dir="auto"
          onKeyDown={onKeyDown}
          aria-current={chosen ? "true" : undefined}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            onOpen();
          }}
          className={`block truncate font-mono text-12 tracking-[-0.01em] hover:underline ${chosen ? "font-semibold" : "font-normal"}`}
        >
          {row.label}
        </Link>
        <span
          className={`block truncate text-12 font-normal text-ink-3 ${row.note === null ? "wide:hidden" : ""}`}
        >
          {row.under}
        </span>
      </th>
      {columns.map(({ head, sort, className, cell }) => (
        <td
          key={head}
          className={
            sort === "errors" ? `${className} ${row.errorsFound ? "font-semibold" : "text-ink-2"}` : className
          }
        >
          {cell(row)}
        </td>
      ))}
      {judged ? <td>{verdict}</td> : null}
    </tr>
  );
}
