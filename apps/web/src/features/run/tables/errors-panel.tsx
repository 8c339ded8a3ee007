"use client";

import { plural } from "@headroom/core/format";
import { useQuery } from "@tanstack/react-query";
import { BareButton, Button, EmptyState, SheetNote, Skeleton, Table, formatCount } from "@headroom/ui";
import { useTRPC } from "../../../trpc/client.tsx";
import { failuresQuery } from "../view/run-queries.ts";
import { GoneNotice } from "../view/gone-notice.tsx";
import { prepareErrors } from "./prepare-errors.ts";
import type { ErrorRow, ErrorsModel } from "./prepare-errors.ts";
import { useRunView } from "../view/run-view.tsx";

export interface ErrorsPanelProps {
  /** Of the requests that are looked at, in the whole run. */
  total: number;
  /** In the chosen window. */
  inWindow: { name: string; errors: number | null; requests: number | null } | null;
  origin: string | null;
}

/** Why requests failed in the chosen window, and when, as reported by the tool. */
export function ErrorsPanel({ total, inWindow, origin }: ErrorsPanelProps) {
  const trpc = useTRPC();
  const { runId, view } = useRunView();
  const { data, error, refetch } = useQuery({
    ...trpc.run.failures.queryOptions(failuresQuery(runId, view)),
    placeholderData: (before) => before,
  });
  if (error && data === undefined)
    return (
      <div className="px-4 wide:px-5">
        <GoneNotice what="the errors" error={error}>
          <Button onClick={() => void refetch()}>Try again</Button>
        </GoneNotice>
      </div>
    );
  if (data === undefined) return <Waiting />;
  return (
    <Reasons model={prepareErrors(data, { origin, total, inWindow })} total={total} inWindow={inWindow} />
  );
}

interface ReasonsProps extends Pick<ErrorsPanelProps, "total" | "inWindow"> {
  model: ErrorsModel;
}

function Reasons({ model: { rows, hasTimes, coverage, note }, total, inWindow }: ReasonsProps) {
  const intro = [
    ...(inWindow === null ? [] : [failedIn(inWindow)]),
    ...(coverage === null ? [] : [coverage]),
  ];
  return (
    <>
      {intro.length === 0 ? null : (
        <p className="border-b border-line px-4 py-2.5 text-13 text-ink-2 wide:px-5">{intro.join(" ")}</p>
      )}
      {rows.length === 0 ? (
        <NoReasons failed={inWindow?.errors ?? total} />
      ) : (
        <ReasonsTable rows={rows} hasTimes={hasTimes} />
      )}
      {note !== null && rows.length > 0 ? <SheetNote>{note}</SheetNote> : null}
    </>
  );
}

function NoReasons({ failed }: { failed: number }) {
  return failed === 0 ? (
    <EmptyState title="No failed requests." step="Every request succeeded." />
  ) : (
    <EmptyState
      title="No failure reasons recorded."
      step="To see reasons, upload the tool's raw results. They include a code or message for each request."
    />
  );
}

function ReasonsTable({ rows, hasTimes }: Pick<ErrorsModel, "rows" | "hasTimes">) {
  return (
    <Table label="Errors by reason" narrow="fit">
      <thead>
        <tr>
          <th scope="col">Reason</th>
          <th scope="col" className="hidden wide:table-cell">
            Most affected labels
          </th>
          {hasTimes ? (
            <>
              <th scope="col" className="right hidden wide:table-cell">
                First
              </th>
              <th scope="col" className="right hidden wide:table-cell">
                Last
              </th>
            </>
          ) : null}
          <th scope="col" className="right">
            Count
          </th>
          <th scope="col" className="right">
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <ReasonRow key={row.reason} row={row} hasTimes={hasTimes} />
        ))}
      </tbody>
    </Table>
  );
}

function failedIn({ name, errors, requests }: NonNullable<ErrorsPanelProps["inWindow"]>): string {
  return errors === null
    ? "This source doesn't report which requests failed."
    : `${formatCount(errors)} of ${formatCount(requests ?? 0)} requests failed in the ${name}.`;
}

function ReasonRow({ row, hasTimes }: { row: ErrorRow; hasTimes: boolean }) {
  const { go } = useRunView();
  return (
    <tr>
      <th scope="row" className="align-top">
        <span
          dir="auto"
          className="line-clamp-4 font-mono text-12 font-normal wrap-anywhere"
          title={row.reason}
        >
          {row.reason}
        </span>
        {row.first === null ? null : (
          <span className="mt-0.5 block text-12 font-normal text-ink-3 wide:hidden">
            {row.first === row.last ? `at ${row.first}` : `${row.first}–${row.last}`}
          </span>
        )}
        <span aria-hidden="true" className="mt-1.5 block h-1 max-w-60 rounded-full bg-neutral-soft">
          <span
            className="block h-1 rounded-full bg-bad"
            style={{ width: `${Math.max(1, row.part * 100)}%` }}
          />
        </span>
      </th>
      <td className="hidden align-top wide:table-cell">
        <ul className="space-y-0.5 text-12 text-ink-2">
          {row.labels.map(({ name, kind, times }) => (
            <li key={`${kind} ${name}`} className="flex min-w-0 gap-2">
              <BareButton
                onClick={() => go({ label: { name, kind } })}
                title={name}
                dir="auto"
                className="max-w-90 truncate text-left font-mono hover:underline"
              >
                {name}
              </BareButton>
              <span className="flex-none text-ink-3">{times}</span>
            </li>
          ))}
          {row.moreLabels > 0 ? (
            <li className="text-ink-3">and {plural(row.moreLabels, "more label")}</li>
          ) : null}
        </ul>
      </td>
      {hasTimes ? (
        <>
          <td className="right hidden align-top text-ink-2 wide:table-cell">{row.first ?? "–"}</td>
          <td className="right hidden align-top text-ink-2 wide:table-cell">{row.last ?? "–"}</td>
        </>
      ) : null}
      <td className="right align-top font-semibold">{row.times}</td>
      <td className="right align-top text-ink-2">{row.share}</td>
    </tr>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading errors" className="space-y-3 px-4 py-5 wide:px-5">
      <Skeleton className="h-4 w-2/3" />
      <Skeleton className="h-4 w-1/2" />
      <Skeleton className="h-4 w-3/5" />
    </div>
  );
}
