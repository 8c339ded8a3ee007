"use client";

import { plural } from "@headroom/core/format";
import { useMemo, useState } from "react";
import { BareButton, BlockHead, SearchField, Select, SortHeader, Table, textLinkClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { SlowTraceLink, TRACES_FAILED, useSlowTraces } from "../trace/slow-traces.tsx";
import type { SlowTraces } from "../trace/slow-traces.tsx";
import { LABEL_COLUMNS, selectionOf, sortLabels } from "./prepare-labels.ts";
import type { LabelColumn, LabelOrder, TrafficLabel } from "./prepare-labels.ts";
import { trafficAddress } from "./search-params.ts";
import type { TrafficView } from "./search-params.ts";

interface TrafficLabelsProps {
  labels: TrafficLabel[];
  slug: string;
  view: TrafficView;
  range: { from: string; to: string };
  /** Those that the charts show; null: all. */
  selected: readonly string[] | null;
}

const HEADS: Record<LabelColumn, string> = {
  requests: "Requests",
  share: "Share, %",
  throughput: "req/s",
  mean: "Mean, ms",
  p50: "p50, ms",
  p95: "p95, ms",
  p99: "p99, ms",
  errors: "Errors, %",
};
/** On phones, the heads of the columns are gone. */
const SORTS = (["label", ...LABEL_COLUMNS] as const).map((column) => {
  return { value: column, label: column === "label" ? "Label" : HEADS[column] };
});
const FIRST_ROWS = 50;

/** Each label links to the charts of its requests alone. */
export function TrafficLabels({ labels, slug, view, range, selected }: TrafficLabelsProps) {
  const [order, setOrder] = useState<LabelOrder>({ column: "requests", direction: "descending" });
  const [search, setSearch] = useState("");
  const [all, setAll] = useState(false);
  const traces = useSlowTraces({ service: slug, ...range });
  const found = useMemo(() => sortLabels(labels, order, search), [labels, order, search]);
  const selection = useMemo(() => selectionOf(labels, found, search), [labels, found, search]);
  const shown = all ? found : found.slice(0, FIRST_ROWS);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5 wide:px-5">
        <h2 className="py-1 text-15 font-semibold">Labels</h2>
        <SearchField
          label="Search labels"
          shortcut="/"
          value={search}
          onChange={setSearch}
          className="w-full wide:w-64"
        />
        <label
          htmlFor="labels-sort"
          className="flex items-center gap-2 text-12 whitespace-nowrap text-ink-3 wide:hidden"
        >
          Sort by
          <Select
            id="labels-sort"
            options={SORTS}
            value={order.column}
            onChange={(column) => setOrder(firstOrder(column))}
          />
        </label>
      </div>
      <Table label="Labels" narrow="blocks">
        <LabelsHead order={order} onSort={(column) => setOrder(nextOrder(order, column))} />
        <tbody>
          {shown.map((label) => (
            <Row
              key={label.label}
              isChosen={selected?.includes(label.label) ?? false}
              {...{ label, slug, view, traces }}
            />
          ))}
        </tbody>
      </Table>
      <p role="status" className="px-4 py-2.5 text-12 text-ink-3 wide:px-5">
        {found.length === 0 ? `No labels match “${search}”.` : countWords(found.length)}{" "}
        {traces.failed ? `${TRACES_FAILED} ` : ""}
        {selection === null ? null : (
          <>
            <AppLink
              href={trafficAddress(slug, { ...view, label: selection })}
              className={`${textLinkClass} py-1`}
            >
              Show these {found.length} together
            </AppLink>{" "}
          </>
        )}
        {shown.length < found.length ? (
          <BareButton onClick={() => setAll(true)} className={`${textLinkClass} py-1`}>
            Show all
          </BareButton>
        ) : null}
      </p>
    </>
  );
}

interface LabelsHeadProps {
  order: LabelOrder;
  onSort: (column: LabelOrder["column"]) => void;
}

function LabelsHead({ order, onSort }: LabelsHeadProps) {
  const directionOf = (column: LabelOrder["column"]) => (order.column === column ? order.direction : null);
  return (
    <thead>
      <tr>
        <SortHeader direction={directionOf("label")} onSort={() => onSort("label")}>
          Label
        </SortHeader>
        {LABEL_COLUMNS.map((column) => (
          <SortHeader
            key={column}
            direction={directionOf(column)}
            onSort={() => onSort(column)}
            className="right"
          >
            {HEADS[column]}
          </SortHeader>
        ))}
      </tr>
    </thead>
  );
}

function Row({
  label: { label, cells },
  slug,
  view,
  traces,
  isChosen,
}: { label: TrafficLabel; traces: SlowTraces; isChosen: boolean } & Pick<
  TrafficLabelsProps,
  "slug" | "view"
>) {
  return (
    <tr aria-current={isChosen ? "true" : undefined} className="max-wide:grid-cols-3! max-wide:gap-y-2!">
      <th
        scope="row"
        dir="auto"
        className="max-w-96 min-w-40 [overflow-wrap:anywhere] max-wide:col-span-3 max-wide:max-w-none"
      >
        <AppLink
          href={trafficAddress(slug, { ...view, label: view.label === label ? null : label })}
          className={`block font-mono text-12 hover:underline ${isChosen ? "font-semibold" : "font-normal"}`}
        >
          {label}
        </AppLink>
        <SlowTraceLink traces={traces} label={label} />
      </th>
      {LABEL_COLUMNS.map((column) => (
        <td key={column} className="right whitespace-nowrap max-wide:text-left!">
          <BlockHead>{HEADS[column]}</BlockHead>
          {cells[column].text}
        </td>
      ))}
    </tr>
  );
}

function countWords(count: number): string {
  return `${plural(count, "label")}.`;
}

function nextOrder(order: LabelOrder, column: LabelOrder["column"]): LabelOrder {
  if (order.column !== column) return firstOrder(column);
  return { column, direction: order.direction === "ascending" ? "descending" : "ascending" };
}

function firstOrder(column: LabelOrder["column"]): LabelOrder {
  return { column, direction: column === "label" ? "ascending" : "descending" };
}
