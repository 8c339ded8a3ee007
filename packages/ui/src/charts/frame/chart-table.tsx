"use client";

import { useRef } from "react";
import { useVirtualRows } from "../../components/tables/virtual-rows.ts";
import { shownCell } from "../model/chart-data.ts";
import type { ChartData } from "../model/chart-data.ts";

const ROW_HEIGHT = 27;
/** Up to this many rows the whole table is rendered, so that the browser's search finds every row. */
const WHOLE = 400;

/** The chart's values as a table, in the space of the chart. */
export function ChartTable({ data, label }: { data: ChartData; label: string }) {
  const { columns, rows } = data;
  const scroller = useRef<HTMLDivElement>(null);
  const { from, to, before, after } = useVirtualRows({
    count: rows.length,
    scroller,
    rowHeight: ROW_HEIGHT,
    virtualFrom: WHOLE,
  });
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={label}
      tabIndex={0}
      className="absolute inset-0 overflow-auto rounded-chip border border-line"
    >
      <table aria-label={label} aria-rowcount={rows.length + 1} className="ledger ledger-dense">
        <thead className="sticky top-0 bg-surface">
          <tr>
            {columns.map(({ head }, position) => (
              <th key={`${position} ${head}`} scope="col" className={position > 0 ? "right" : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={before} columns={columns.length} />
          {rows.slice(from, to + 1).map((row, position) => (
            <ChartRow key={from + position} row={row} data={data} index={from + position} />
          ))}
          <Spacer height={after} columns={columns.length} />
        </tbody>
      </table>
    </div>
  );
}

interface ChartRowProps {
  data: ChartData;
  row: ChartData["rows"][number];
  index: number;
}

function ChartRow({ data, row, index }: ChartRowProps) {
  return (
    <tr aria-rowindex={index + 2}>
      {data.columns.map((column, position) => {
        const words = shownCell(row[position], column);
        return position === 0 ? (
          <th key="row" scope="row" className="max-w-[28ch] truncate" title={words}>
            {words}
          </th>
        ) : (
          <td key={`${position} ${column.field}`} className="right whitespace-nowrap">
            {words}
          </td>
        );
      })}
    </tr>
  );
}

function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true">
      <td colSpan={columns} aria-label="more rows" style={{ height, padding: 0 }} />
    </tr>
  );
}
