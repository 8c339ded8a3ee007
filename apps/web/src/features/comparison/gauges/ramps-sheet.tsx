"use client";

import dynamic from "next/dynamic";
import { BlockHead, CHART_HEIGHT_CLASS, Sheet, SheetTitle, Skeleton, Table } from "@headroom/ui";
import { RunHead } from "../view/run-head.tsx";
import type { RampsModel } from "./prepare-ramps.ts";

const RampCharts = dynamic(() => import("./ramp-charts.tsx").then((module) => module.RampCharts), {
  ssr: false,
  loading: () => <Skeleton className={CHART_HEIGHT_CLASS} />,
});

/** Runs whose load rises, by how much of it they hold: for members and guests. */
export function RampsSheet({ model }: { model: RampsModel }) {
  const { cards, rows, gauges, targets, throughput, latency } = model;
  return (
    <Sheet labelledBy="ramps" className="mt-5">
      <div className="px-4 pt-4 pb-3 wide:px-5">
        <SheetTitle id="ramps">By load</SheetTitle>
        <p className="mt-1 text-12 text-ink-3">
          These runs raise their load, so they are compared by how much of it they hold. Figures of a whole
          ramp are of all its loads together.
        </p>
      </div>
      <Table label="By load" narrow="blocks">
        <thead>
          <tr>
            <th scope="col">Figure</th>
            {cards.map((card) => (
              <th key={card.id} scope="col">
                <RunHead card={card} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, values }) => (
            <tr key={name}>
              <th scope="row" className="max-wide:col-span-2">
                {name}
              </th>
              {values.map((value, at) => (
                <td key={cards[at]?.id ?? at} className="max-wide:col-span-2">
                  <BlockHead>{cards[at] === undefined ? null : <RunHead card={cards[at]} />}</BlockHead>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      {gauges.length === 0 ? null : (
        <ul className="space-y-1 border-t border-line px-4 py-3 text-13 wide:px-5">
          {gauges.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      <RampCharts {...{ throughput, latency, targets }} />
    </Sheet>
  );
}
