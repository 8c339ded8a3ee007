"use client";

import { useState } from "react";
import { Button, Checkbox, SheetSection, SheetTitle, Table, VerdictPill, buttonClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import type { TrendModel, TrendPoint } from "./prepare-trend.ts";
import type { TrendQuery } from "./search-params.ts";
import { TREND_FIGURES } from "./trend-figure.ts";

interface TrendRunsPanelProps {
  model: TrendModel;
  query: TrendQuery;
  timeZone: string;
  fileName: string;
}

const ROWS_AT_ONCE = 12;
const MOST_COMPARED = 20;

/** The runs as points and as rows; those that are chosen in either can be laid beside each other. */
export function TrendRunsPanel({ model, query, timeZone }: TrendRunsPanelProps) {
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [rows, setRows] = useState(ROWS_AT_ONCE);
  const toggle = (id: string) =>
    setChosen((before) =>
      before.includes(id) ? before.filter((one) => one !== id) : [...before, id].slice(-MOST_COMPARED),
    );
  const newest = model.points.toReversed();
  return (
    <>
      <div>
        <div className="flex min-h-14 flex-wrap items-center gap-3 px-4 py-3 wide:px-5">
          <SheetTitle>Runs</SheetTitle>
          <CompareChosen chosen={inOrder(model.points, chosen)} />
        </div>
        <Table label="Runs" narrow="scroll">
          <thead>
            <tr>
              <th scope="col">Run</th>
              <th scope="col" className="right">
                {model.figure.name}, {model.figure.unit}
              </th>
              <th scope="col">Verdict</th>
              {query.axis === "date" ? null : <th scope="col">{query.axis}</th>}
              <th scope="col" className="right">
                Started
              </th>
            </tr>
          </thead>
          <tbody>
            {newest.slice(0, rows).map((point) => (
              <tr key={point.id}>
                <th scope="row">
                  <span className="flex items-center gap-2.5">
                    <Checkbox
                      label={`Choose run ${point.number}`}
                      hideLabel
                      checked={chosen.includes(point.id)}
                      onChange={() => toggle(point.id)}
                    />
                    <AppLink href={`/runs/${point.id}`} className="font-medium hover:underline">
                      Run {point.number}
                    </AppLink>
                  </span>
                </th>
                <td className="right">
                  {point.value === null ? (
                    <span className="text-ink-3">-</span>
                  ) : (
                    TREND_FIGURES[query.metric].format(point.value)
                  )}
                </td>
                <td>
                  <VerdictPill state={point.verdict ?? "untargeted"} />
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
            ))}
          </tbody>
        </Table>
        {rows < newest.length ? (
          <SheetSection>
            <Button onClick={() => setRows(rows * 4)}>Show more of {newest.length} runs</Button>
          </SheetSection>
        ) : null}
      </div>
    </>
  );
}

function inOrder(points: readonly TrendPoint[], chosen: readonly string[]): string[] {
  return points.flatMap(({ id }) => (chosen.includes(id) ? [id] : []));
}

/** The earlier run is A. */
function CompareChosen({ chosen }: { chosen: readonly string[] }) {
  if (chosen.length < 2) {
    return (
      <span className="text-12 text-ink-3">
        {chosen.length === 0 ? "choose two or more to compare them" : "choose one more to compare"}
      </span>
    );
  }
  return (
    <AppLink href={`/comparisons?runs=${chosen.join(",")}`} className={buttonClass("primary")}>
      Compare {chosen.length} runs
    </AppLink>
  );
}
