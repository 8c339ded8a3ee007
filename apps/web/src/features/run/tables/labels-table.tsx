"use client";

import { plural } from "@headroom/core/format";
import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import type { KeyboardEvent, RefObject } from "react";
import {
  SearchField,
  Segmented,
  SheetNote,
  SortHeader,
  VerdictPill,
  formatCount,
  useVirtualRows,
} from "@headroom/ui";
import type { Verdict } from "@headroom/core";
import { useTRPC } from "../../../trpc/client.tsx";
import { labelsAtOnce, labelsQuery } from "./labels-query.ts";
import type { WindowLabels } from "./labels-query.ts";
import { labelColumns, LABEL_ROW_HEIGHT, LabelRowCells } from "./labels-row.tsx";
import { prepareLabel, verdictsByLabel } from "./prepare-labels.ts";
import { useRunView } from "../view/run-view.tsx";
import { firstDirection, runAddress } from "../view/search-params.ts";
import type { LabelOrder, LabelSort, RunView } from "../view/search-params.ts";
import type { JudgedTarget } from "../verdict/target-words.ts";

export interface LabelsTableProps {
  /** Requests in the window, for the shares. */
  requests: number | null;
  /** All items, where requests carry several. */
  items: number | null;
  /** The source leaves out some failed requests. */
  errorsAtLeast: true | undefined;
  targets: readonly JudgedTarget[];
  /** The first page of this very view. */
  first: WindowLabels;
  firstView: RunView;
}

const KIND_WORDS = {
  request: "Requests",
  transaction: "Transactions",
  hop: "Hops",
  status: "Status codes",
} as const;

export function LabelsTable({ requests, items, errorsAtLeast, targets, first, firstView }: LabelsTableProps) {
  const { view, note } = useRunView();
  const order = view.labels;
  const verdicts = useMemo(() => verdictsByLabel(targets), [targets]);
  const total = first.kinds.reduce((sum, { labels }) => sum + labels, 0);
  const change = (labels: Partial<LabelOrder>) => note({ labels: { ...order, ...labels } });
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 wide:px-5">
        {first.kinds.length > 1 ? (
          <Segmented
            label="Label kind"
            size="small"
            segments={[
              { value: "all", label: "All", count: total },
              ...first.kinds.map(({ kind, labels }) => ({
                value: kind,
                label: KIND_WORDS[kind],
                count: labels,
              })),
            ]}
            value={order.kind ?? "all"}
            onChange={(kind) => change({ kind: kind === "all" ? null : kind })}
          />
        ) : null}
        <SearchField
          label="Search labels"
          shortcut="/"
          value={order.search}
          onChange={(search) => change({ search })}
          className="w-full wide:ml-auto wide:w-64"
        />
      </div>
      <LabelRows
        first={first}
        firstView={firstView}
        requests={requests}
        items={items}
        errorsAtLeast={errorsAtLeast}
        verdicts={verdicts}
        onSort={(sort) => change(nextSort(order, sort))}
      />
    </>
  );
}

interface LabelRowsProps {
  first: WindowLabels;
  firstView: RunView;
  requests: number | null;
  /** All items, where requests carry several. */
  items: number | null;
  errorsAtLeast: true | undefined;
  verdicts: ReadonlyMap<string, Verdict>;
  onSort: (sort: LabelSort) => void;
}

/** A scrolling region of any length that loads the rows in sight. */
function LabelRows({ first, firstView, requests, items, errorsAtLeast, verdicts, onSort }: LabelRowsProps) {
  const { view } = useRunView();
  const scroller = useRef<HTMLDivElement>(null);
  const { found, sortedAmong, rowAt, rows, failure, fetching } = useLabelPages(scroller, first, firstView);
  const onKeyDown = (event: KeyboardEvent) => moveFocus(event, rows.scrollTo);
  return (
    <>
      {failure === null ? null : (
        <p role="alert" className="px-4 py-3 text-13 text-bad wide:px-5">
          Couldn't load the labels. {failure}
        </p>
      )}
      <div
        ref={scroller}
        role="region"
        aria-label="Labels, scrollable"
        tabIndex={0}
        className="max-h-[616px] overflow-y-auto overscroll-contain focus-visible:-outline-offset-2"
      >
        <table
          aria-label="Labels"
          aria-busy={fetching}
          aria-rowcount={found + 1}
          className="ledger ledger-fit labels table-fixed"
        >
          <LabelsHead judged={verdicts.size > 0} hasItems={items !== null} onSort={onSort} />
          <tbody>
            <Room height={rows.before} />
            {indexes(rows.from, rows.to).map((at) => {
              const label = rowAt(at);
              if (label === undefined) return <WaitingRow key={at} at={at} />;
              return (
                <LoadedRow
                  key={`${label.kind} ${label.label}`}
                  label={label}
                  at={at}
                  requests={requests}
                  items={items}
                  errorsAtLeast={errorsAtLeast}
                  verdicts={verdicts}
                  onKeyDown={onKeyDown}
                />
              );
            })}
            <Room height={rows.after} />
          </tbody>
        </table>
      </div>
      <LabelsFoot found={found} sortedAmong={sortedAmong} search={view.labels.search} />
    </>
  );
}

interface LabelsHeadProps {
  judged: boolean;
  hasItems: boolean;
  onSort: (sort: LabelSort) => void;
}

function LabelsHead({ judged, hasItems, onSort }: LabelsHeadProps) {
  const order = useRunView().view.labels;
  return (
    <thead className="sticky top-0 z-1 bg-surface">
      <tr>
        <SortHeader direction={directionOf(order, "label")} onSort={() => onSort("label")}>
          Label
        </SortHeader>
        {labelColumns(hasItems).map(({ sort, head, className, width }) => (
          <SortHeader
            key={head}
            direction={directionOf(order, sort)}
            onSort={() => onSort(sort)}
            className={`${className.replace("font-semibold", "")} ${width}`}
          >
            {head}
          </SortHeader>
        ))}
        {judged ? (
          <th scope="col" className="w-26">
            Target
          </th>
        ) : null}
      </tr>
    </thead>
  );
}

interface LoadedRowProps {
  label: WindowLabels["labels"][number];
  at: number;
  requests: number | null;
  /** All items, where requests carry several. */
  items: number | null;
  errorsAtLeast: true | undefined;
  verdicts: ReadonlyMap<string, Verdict>;
  onKeyDown: (event: KeyboardEvent) => void;
}

function LoadedRow({ label, at, requests, items, errorsAtLeast, verdicts, onKeyDown }: LoadedRowProps) {
  const { runId, view, go } = useRunView();
  const { label: name, kind } = label;
  const row = prepareLabel(label, { requests, items, verdicts, errorsAtLeast });
  return (
    <LabelRowCells
      columns={labelColumns(items !== null)}
      row={row}
      at={at}
      judged={verdicts.size > 0}
      chosen={view.label?.name === name && view.label.kind === kind}
      address={runAddress(runId, { ...view, label: { name, kind } })}
      onKeyDown={onKeyDown}
      onOpen={() => {
        go({ label: { name, kind } });
        document.getElementById("timeline")?.scrollIntoView({ block: "start" });
      }}
      verdict={row.verdict ? <VerdictPill state={row.verdict} /> : null}
    />
  );
}

interface LabelsFootProps {
  found: number;
  sortedAmong: number | null;
  search: string;
}

function LabelsFoot({ found, sortedAmong, search }: LabelsFootProps) {
  return (
    <>
      {found === 0 ? (
        <p className="px-4 py-8 text-13 text-ink-2 wide:px-5">No labels match “{search}”.</p>
      ) : null}
      <p role="status" className="border-t border-line px-4 py-2 text-12 text-ink-3 wide:px-5">
        {plural(found, "label")}
      </p>
      {sortedAmong === null ? null : (
        <SheetNote>
          Within a window, sorting covers the {formatCount(sortedAmong)} busiest labels. Select the whole run
          to sort all of them.
        </SheetNote>
      )}
    </>
  );
}

/** The pages in sight, and the rows that they hold. */
function useLabelPages(scroller: RefObject<HTMLDivElement | null>, first: WindowLabels, firstView: RunView) {
  const trpc = useTRPC();
  const { runId, view } = useRunView();
  const search = useDeferredValue(view.labels.search);
  const shown = { window: firstView.window, successful: firstView.successful };
  const order = { ...view.labels, search };
  const size = labelsAtOnce(shown, order);
  const served = sameOrder(order, firstView.labels);
  const [found, setFound] = useState(first.found);
  const rows = useVirtualRows({ count: found, scroller, rowHeight: LABEL_ROW_HEIGHT });
  const pages = indexes(Math.floor(rows.from / size), Math.floor(Math.max(rows.to, 0) / size));
  const queries = useQueries({
    queries: pages.map((page) => ({
      ...trpc.run.labels.queryOptions(labelsQuery(runId, shown, order, page)),
      placeholderData: keepPreviousData,
      ...(page === 0 && served ? { initialData: first } : {}),
    })),
  });
  const byPage = new Map(pages.map((page, at) => [page, queries[at]?.data]));
  // Placeholder data still has the previous count.
  const fresh = queries.find(({ data, isPlaceholderData }) => data !== undefined && !isPlaceholderData)?.data;
  if (fresh !== undefined && fresh.found !== found) setFound(fresh.found);
  const answer = fresh ?? queries.find(({ data }) => data !== undefined)?.data ?? first;
  return {
    rows,
    found,
    sortedAmong: answer.sortedAmong,
    fetching: queries.some(({ isFetching }) => isFetching),
    failure: queries.find(({ error }) => error !== null)?.error?.message ?? null,
    rowAt: (at: number) => byPage.get(Math.floor(at / size))?.labels[at % size],
  };
}

function Room({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden="true" style={{ height }} /> : null;
}

function WaitingRow({ at }: { at: number }) {
  return (
    <tr aria-rowindex={at + 2} style={{ height: LABEL_ROW_HEIGHT }}>
      <td colSpan={labelColumns(true).length + 2} className="text-ink-3">
        …
      </td>
    </tr>
  );
}

/** The arrow keys go from label to label; the region scrolls after them. */
function moveFocus(event: KeyboardEvent, scrollTo: (row: number) => void): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  if (!(event.target instanceof HTMLAnchorElement)) return;
  const here = event.target.closest("tr");
  const next = event.key === "ArrowDown" ? here?.nextElementSibling : here?.previousElementSibling;
  const link = next?.querySelector("a");
  if (!here || !link) return;
  event.preventDefault();
  scrollTo(Number(next?.getAttribute("aria-rowindex")) - 2);
  link.focus({ preventScroll: false });
}

function indexes(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at);
}

function directionOf(order: LabelOrder, sort: LabelSort) {
  return order.sort === sort ? order.direction : null;
}

function nextSort(order: LabelOrder, sort: LabelSort): Pick<LabelOrder, "sort" | "direction"> {
  if (order.sort !== sort) return { sort, direction: firstDirection(sort) };
  return { sort, direction: order.direction === "ascending" ? "descending" : "ascending" };
}

function sameOrder(a: LabelOrder, b: LabelOrder): boolean {
  return a.search === b.search && a.kind === b.kind && a.sort === b.sort && a.direction === b.direction;
}
