"use client";

import { useQuery } from "@tanstack/react-query";
import { SLICE_SECONDS, sliceRangeWords } from "@headroom/core";
import type { SeriesSlices } from "@headroom/services";
import { Button, Table, formatLength } from "@headroom/ui";
import { useTRPC } from "../../../trpc/client.tsx";
import { GoneNotice } from "../view/gone-notice.tsx";
import { useRunView } from "../view/run-view.tsx";

/** What long slices hide of short ones, by label: sentences, and a table of labels by slice length. */
export function SliceLengths() {
  const trpc = useTRPC();
  const { runId, view } = useRunView();
  const { data, error, refetch } = useQuery(
    trpc.run.sliceLengths.queryOptions({ runId, window: view.window }),
  );
  if (error && data === undefined)
    return (
      <div className="px-4 wide:px-5">
        <GoneNotice what="the slice lengths" error={error}>
          <Button onClick={() => void refetch()}>Try again</Button>
        </GoneNotice>
      </div>
    );
  if (data === undefined || data.every(({ lengths }) => lengths.length === 0)) return null;
  const hidden = data.filter((one) => one.hidden !== null);
  return (
    <section aria-label="p99 by label and slice length" className="border-b border-line px-4 py-4 wide:px-5">
      <h3 className="text-13 font-semibold">p99 by label and slice length, ms</h3>
      {hidden.length === 0 ? null : (
        <ul className="mt-1 grid gap-1 text-13 text-ink-2">
          {hidden.map((one) => (
            <li key={keyOf(one)}>
              {nameOf(one)}: {one.hidden}
            </li>
          ))}
        </ul>
      )}
      <div className="mt-2 overflow-x-auto">
        <Table label="p99 by label and slice length" narrow="fit">
          <thead>
            <tr>
              <th scope="col">Label</th>
              {SLICE_SECONDS.map((seconds) => (
                <th key={seconds} scope="col" className="right">
                  {formatLength(seconds)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map((one) => (
              <tr key={keyOf(one)}>
                <th scope="row">{nameOf(one)}</th>
                {SLICE_SECONDS.map((seconds) => (
                  <td key={seconds} className="right">
                    {rangeOf(one, seconds)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      <p className="mt-2 text-12 text-ink-3">
        The lowest and the highest p99 of all slices with at least 1,000 requests.
      </p>
    </section>
  );
}

function keyOf({ label }: SeriesSlices): string {
  return label === null ? "" : `${label.kind} ${label.name}`;
}

function nameOf({ label }: SeriesSlices): string {
  return label?.name ?? "All requests";
}

function rangeOf({ lengths }: SeriesSlices, seconds: number): string {
  const length = lengths.find(({ sliceSeconds }) => sliceSeconds === seconds);
  return length === undefined ? "-" : sliceRangeWords(length);
}
