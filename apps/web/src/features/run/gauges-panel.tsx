"use client";

import { useQuery } from "@tanstack/react-query";
import { Button, SheetNote, Skeleton, Table } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { GoneNotice } from "./gone-notice.tsx";
import { prepareGaugeRows, type GaugeRow } from "./prepare-gauge-rows.ts";
import { useRunView } from "./run-view.tsx";

interface GaugesPanelProps {
  startedAt: string;
  /** The judged window; null: the whole run. */
  steady: boolean;
}

/** What the gauges did beside the load. */
export function GaugesPanel({ startedAt, steady }: GaugesPanelProps) {
  const trpc = useTRPC();
  const { runId } = useRunView();
  const { data, error, refetch } = useQuery(trpc.run.gauges.queryOptions({ runId }));
  if (error && data === undefined)
    return (
      <div className="px-4 wide:px-5">
        <GoneNotice what="the gauges" error={error}>
          <Button onClick={() => void refetch()}>Try again</Button>
        </GoneNotice>
      </div>
    );
  if (data === undefined)
    return (
      <div role="status" aria-label="Loading gauges" className="px-4 py-5 wide:px-5">
        <Skeleton className="h-24 w-full" />
      </div>
    );
  return (
    <>
      <Table label="Gauges beside the load" narrow="blocks">
        <thead>
          <tr>
            <th scope="col">Gauge</th>
            <th scope="col">Usual range</th>
            <th scope="col">With the least and the most load</th>
            <th scope="col">What it did</th>
          </tr>
        </thead>
        <tbody>
          {prepareGaugeRows(data.gauges, startedAt).map((row) => (
            <Row key={row.name} row={row} />
          ))}
        </tbody>
      </Table>
      <SheetNote>
        The usual range holds nine of ten values of the {steady ? "steady phase" : "run"}. Least and most load
        are the fifths of the run with the lowest and the highest load, if it varied by half or more. What a
        gauge did is said only where its values leave no doubt.
      </SheetNote>
    </>
  );
}

function Row({ row: { name, band, byLoad, sentences } }: { row: GaugeRow }) {
  return (
    <tr>
      <th scope="row" className="max-w-64">
        <span dir="auto" title={name} className="block truncate font-mono text-12 font-normal">
          {name}
        </span>
      </th>
      <td className="whitespace-nowrap">{band ?? <None>too few values</None>}</td>
      <td>
        {byLoad === null ? (
          <None>-</None>
        ) : (
          <span className="flex flex-col">
            <span>{byLoad.low}</span>
            <span>{byLoad.high}</span>
          </span>
        )}
      </td>
      <td className="max-w-120 max-wide:col-span-2">
        {sentences.length === 0 ? (
          <None>-</None>
        ) : (
          sentences.map((sentence) => <p key={sentence}>{sentence}</p>)
        )}
      </td>
    </tr>
  );
}

function None({ children }: { children: string }) {
  return <span className="text-ink-3">{children}</span>;
}
