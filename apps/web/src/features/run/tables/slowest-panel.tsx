"use client";

import { useQuery } from "@tanstack/react-query";
import { BareButton, Button, EmptyState, SheetNote, Skeleton, Table, textLinkClass } from "@headroom/ui";
import { useTRPC } from "../../../trpc/client.tsx";
import { GoneNotice } from "../view/gone-notice.tsx";
import { failuresQuery } from "../view/run-queries.ts";
import { useRunView } from "../view/run-view.tsx";
import { prepareSlowest } from "./prepare-slowest.ts";
import type { SlowRow } from "./prepare-slowest.ts";

/** The slowest requests of the chosen window and label. */
export function SlowestPanel({ origin }: { origin: string }) {
  const trpc = useTRPC();
  const { runId, view } = useRunView();
  const { data, error, refetch } = useQuery({
    ...trpc.run.slowest.queryOptions(failuresQuery(runId, view)),
    placeholderData: (before) => before,
  });
  if (error && data === undefined)
    return (
      <div className="px-4 wide:px-5">
        <GoneNotice what="the slowest requests" error={error}>
          <Button onClick={() => void refetch()}>Try again</Button>
        </GoneNotice>
      </div>
    );
  if (data === undefined) return <Waiting />;
  const { rows, empty } = prepareSlowest(data, origin);
  if (empty !== null) return <EmptyState {...empty} />;
  return (
    <>
      <Table label="Slowest requests" narrow="fit">
        <thead>
          <tr>
            <th scope="col">Label</th>
            <th scope="col" className="right">
              Completed
            </th>
            <th scope="col" className="right">
              Status
            </th>
            <th scope="col" className="right">
              Latency, ms
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <RequestRow key={row.key} row={row} />
          ))}
        </tbody>
      </Table>
      <SheetNote>
        Headroom keeps the slowest requests of each label and of different minutes, up to fifty. Status codes
        below 400 aren&apos;t kept.
      </SheetNote>
    </>
  );
}

function RequestRow({
  row: { label, at, instant, millis, part, answered, failed, trace },
}: {
  row: SlowRow;
}) {
  const { go } = useRunView();
  return (
    <tr>
      <th scope="row" className="align-top font-normal">
        {label === null ? (
          <span className="text-ink-3">no label</span>
        ) : (
          <BareButton
            onClick={() => go({ label: { name: label, kind: "request" } })}
            title={label}
            dir="auto"
            className="max-w-full text-left font-mono text-12 wrap-anywhere hover:underline"
          >
            {label}
          </BareButton>
        )}
        {trace === null ? null : <TraceOf trace={trace} />}
        <span aria-hidden="true" className="mt-1.5 block h-1 max-w-60 rounded-full bg-neutral-soft">
          <span
            className={`block h-1 rounded-full ${failed ? "bg-bad" : "bg-ink-3"}`}
            style={{ width: `${Math.max(1, part * 100)}%` }}
          />
        </span>
      </th>
      <td className="right align-top text-ink-2" title={instant}>
        {at}
      </td>
      <td className={`right align-top ${failed ? "font-semibold" : "text-ink-2"}`}>{answered}</td>
      <td className="right align-top font-semibold">{millis}</td>
    </tr>
  );
}

/** Without an address for traces, its ID is there to be copied. */
function TraceOf({ trace: { id, url } }: { trace: NonNullable<SlowRow["trace"]> }) {
  return (
    <span className="mt-0.5 block text-12 text-ink-3">
      {url === null ? (
        <>
          Trace <span className="font-mono wrap-anywhere select-all">{id}</span>
        </>
      ) : (
        <a href={url} target="_blank" rel="noreferrer" title={id} className={textLinkClass}>
          Trace
        </a>
      )}
    </span>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading the slowest requests" className="space-y-3 px-4 py-5 wide:px-5">
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-4 w-1/2" />
    </div>
  );
}
