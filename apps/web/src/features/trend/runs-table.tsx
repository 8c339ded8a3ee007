"use client";

import { useState } from "react";
import { Button, Checkbox, formatKnown, outcomeState, SheetSection, Table, VerdictPill } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { SetAsideTag } from "../shell/set-aside-tag.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import type { TrendModel, TrendPoint } from "./prepare-trend.ts";
import type { TrendQuery } from "./search-params.ts";
import { trendFigure } from "./trend-figure.ts";
import type { TrendFigure } from "./trend-figure.ts";

interface RunsTableProps {
  model: TrendModel;
  query: TrendQuery;
  timeZone: string;
  chosen: readonly string[];
  onToggle: (id: string) => void;
}

const ROWS_AT_ONCE = 12;

/** The newest runs first, more of them when asked. */
export function RunsTable({ model, query, timeZone, chosen, onToggle }: RunsTableProps) {
  const [rows, setRows] = useState(ROWS_AT_ONCE);
  const newest = model.points.toReversed();
  const figure = trendFigure(query.metric, model.currency);
  return (
    <div>
      <Table label="Runs" narrow="scroll">
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col" className="right">
              {[model.figure.name, model.figure.unit].filter((word) => word !== "").join(", ")}
            </th>
            <th scope="col">Outcome</th>
            {query.axis === "date" ? null : <th scope="col">{query.axis}</th>}
            <th scope="col" className="right">
              Started
            </th>
          </tr>
        </thead>
        <tbody>
          {newest.slice(0, rows).map((point) => (
            <Row
              key={point.id}
              point={point}
              query={query}
              figure={figure}
              timeZone={timeZone}
              chosen={chosen.includes(point.id)}
              onToggle={() => onToggle(point.id)}
            />
          ))}
        </tbody>
      </Table>
      {rows < newest.length ? (
        <SheetSection>
          <Button onClick={() => setRows(rows * 4)}>Show more of {newest.length} runs</Button>
        </SheetSection>
      ) : null}
    </div>
  );
}

interface RowProps {
  point: TrendPoint;
  query: TrendQuery;
  figure: TrendFigure;
  timeZone: string;
  chosen: boolean;
  onToggle: () => void;
}

function Row({ point, query, figure, timeZone, chosen, onToggle }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <span className="flex items-center gap-2.5">
          <Checkbox label={`Choose run ${point.number}`} hideLabel checked={chosen} onChange={onToggle} />
          <AppLink href={`/runs/${point.id}`} className="font-medium hover:underline">
            Run {point.number}
          </AppLink>
        </span>
      </th>
      <td className="right">{formatKnown(point, figure.format) ?? <span className="text-ink-3">-</span>}</td>
      <td>
        <span className="flex flex-wrap items-center gap-2">
          <VerdictPill state={outcomeState(point.outcome)} />
          <SetAsideTag setAside={point.setAside} />
        </span>
      </td>
      {query.axis === "date" ? null : (
        <td className="max-w-56 truncate" title={point.group ?? ""}>
          {point.group}
        </td>
      )}
      <td className="right whitespace-nowrap text-12 text-ink-3">
        <ViewerTime from={new Date(point.at).toISOString()} timeZone={timeZone} />
      </td>
    </tr>
  );
}
