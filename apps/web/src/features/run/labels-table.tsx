"use client";

import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import {
  Button,
  SearchField,
  Sheet,
  SheetNote,
  SheetTitle,
  SortHeader,
  Table,
  VerdictPill,
  formatCount,
} from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { FIRST_LABELS, LABELS_ON_A_PAGE } from "./label-page.ts";
import type { LabelPage, LabelQuery, LabelSort } from "./label-page.ts";
import { prepareLabels } from "./prepare-labels.ts";
import type { LabelRow } from "./prepare-labels.ts";
import type { JudgedTarget } from "./target-words.ts";

interface LabelsTableProps {
  runId: string;
  /** Labels of the run, whatever is searched for. */
  total: number;
  requests: number | null;
  targets: readonly JudgedTarget[];
  first: LabelPage;
}

interface Column {
  sort: LabelSort;
  head: string;
  className: string;
  cell: (row: LabelRow) => string;
}

const WIDE = "right hidden wide:table-cell";
const COLUMNS: readonly Column[] = [
  { sort: "requests", head: "Share", className: WIDE, cell: ({ share }) => `${share} %` },
  {
    sort: "throughput",
    head: "req/s",
    className: `${WIDE} font-semibold`,
    cell: ({ throughput }) => throughput,
  },
  { sort: "p50", head: "p50", className: WIDE, cell: ({ p50 }) => p50 },
  { sort: "p90", head: "p90", className: WIDE, cell: ({ p90 }) => p90 },
  { sort: "p95", head: "p95", className: WIDE, cell: ({ p95 }) => p95 },
  { sort: "p99", head: "p99, ms", className: "right font-semibold", cell: ({ p99 }) => p99 },
  { sort: "p99.9", head: "p99.9", className: WIDE, cell: ({ p999 }) => p999 },
  { sort: "max", head: "Max", className: WIDE, cell: ({ max }) => max },
];
/** Names read from A, figures from the largest. */
const FIRST_DIRECTION = (sort: LabelSort) => (sort === "label" ? "ascending" : "descending");

export function LabelsTable({ runId, total, requests, targets, first }: LabelsTableProps) {
  const trpc = useTRPC();
  const [query, setQuery] = useState<LabelQuery>(FIRST_LABELS);
  const search = useDeferredValue(query.search);
  const asked = { ...query, search };
  const { data, error, isFetching } = useQuery({
    ...trpc.run.labels.queryOptions({ runId, query: asked }),
    placeholderData: (before) => before,
    ...(isFirst(asked) ? { initialData: first } : {}),
  });
  const page = data ?? first;
  const rows = prepareLabels(page.labels, requests, targets);
  const judged = targets.some(({ label }) => label !== null);
  const sortBy = (sort: LabelSort) =>
    setQuery((before) => ({ ...before, ...nextSort(before, sort), page: 0 }));
  return (
    <Sheet labelledBy="labels" className="mt-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 wide:px-5">
        <SheetTitle id="labels">
          Labels <span className="font-normal text-ink-3">{formatCount(total)}, whole run</span>
        </SheetTitle>
        <SearchField
          label="Search labels"
          shortcut="/"
          value={query.search}
          onChange={(value) => setQuery((before) => ({ ...before, search: value, page: 0 }))}
          className="w-full wide:ml-auto wide:w-64"
        />
      </div>
      {error ? (
        <p role="alert" className="px-4 py-3 text-13 text-bad wide:px-5">
          The labels could not be read: {error.message}
        </p>
      ) : null}
      <Table label="Labels" narrow="fit" aria-busy={isFetching} className="labels">
        <thead>
          <tr>
            <SortHeader direction={directionOf(query, "label")} onSort={() => sortBy("label")}>
              Label
            </SortHeader>
            {COLUMNS.map(({ sort, head, className }) => (
              <SortHeader
                key={head}
                direction={directionOf(query, sort)}
                onSort={() => sortBy(sort)}
                className={className.replace("font-semibold", "")}
              >
                {head}
              </SortHeader>
            ))}
            <SortHeader
              direction={directionOf(query, "errors")}
              onSort={() => sortBy("errors")}
              className={WIDE}
            >
              Errors
            </SortHeader>
            {judged ? <th scope="col">Target</th> : null}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.label} row={row} judged={judged} />
          ))}
        </tbody>
      </Table>
      {rows.length === 0 ? (
        <p className="px-4 py-8 text-13 text-ink-2 wide:px-5">
          {total === 0 ? "The file names no labels." : <>No label has “{search}” in its name.</>}
        </p>
      ) : null}
      <Pager query={asked} page={page} onPage={(next) => setQuery((before) => ({ ...before, page: next }))} />
      {total > 1000 ? (
        <SheetNote>
          Here are the 1,000 busiest of {formatCount(total)} labels. The API pages through all of them.
        </SheetNote>
      ) : null}
    </Sheet>
  );
}

function Row({ row, judged }: { row: LabelRow; judged: boolean }) {
  return (
    <tr>
      <th scope="row" className="w-full wide:w-auto">
        <span
          dir="auto"
          className="font-mono text-12 font-normal tracking-[-0.01em] [overflow-wrap:anywhere]"
        >
          {row.label}
        </span>
        <span className="mt-0.5 block text-12 font-normal text-ink-3 wide:hidden">
          {row.share} % · {row.throughput} req/s
          {row.errorsFound ? ` · ${row.errors} errors` : ""}
        </span>
      </th>
      {COLUMNS.map(({ head, className, cell }) => (
        <td key={head} className={className}>
          {cell(row)}
        </td>
      ))}
      <td className={`${WIDE} ${row.errorsFound ? "font-semibold" : "text-ink-2"}`}>{row.errors}</td>
      {judged ? <td>{row.verdict ? <VerdictPill state={row.verdict} /> : null}</td> : null}
    </tr>
  );
}

interface PagerProps {
  query: LabelQuery;
  page: LabelPage;
  onPage: (page: number) => void;
}

function Pager({ query, page, onPage }: PagerProps) {
  if (page.found <= LABELS_ON_A_PAGE) return null;
  const from = query.page * LABELS_ON_A_PAGE;
  const to = Math.min(from + LABELS_ON_A_PAGE, page.found);
  return (
    <div className="flex items-center gap-2 px-4 py-2.5 wide:px-5">
      <p role="status" className="mr-auto text-12 text-ink-3">
        {formatCount(from + 1)} to {formatCount(to)} of {formatCount(page.found)}
      </p>
      <Button disabled={query.page === 0} onClick={() => onPage(query.page - 1)}>
        Previous
      </Button>
      <Button disabled={to >= page.found} onClick={() => onPage(query.page + 1)}>
        Next
      </Button>
    </div>
  );
}

function directionOf(query: LabelQuery, sort: LabelSort) {
  return query.sort === sort ? query.direction : null;
}

function nextSort(query: LabelQuery, sort: LabelSort): Pick<LabelQuery, "sort" | "direction"> {
  if (query.sort !== sort) return { sort, direction: FIRST_DIRECTION(sort) };
  return { sort, direction: query.direction === "ascending" ? "descending" : "ascending" };
}

function isFirst({ search, sort, direction, page }: LabelQuery): boolean {
  return search === "" && page === 0 && sort === FIRST_LABELS.sort && direction === FIRST_LABELS.direction;
}
