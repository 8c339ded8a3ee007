"use client";

import type { ReactNode } from "react";
import { GradeMark, Rail, Sparkline, Table, VerdictPill, unitAfter } from "@headroom/ui";
import { DeltaLine } from "../delta/delta-line.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { SelectRun } from "./catalog-selection.tsx";
import type { CatalogGroup, CatalogRow } from "./prepare-catalog.ts";
import type { CatalogFigure } from "./prepare-figures.ts";
import type { CatalogQuery } from "./search-params.ts";
import { SortHead } from "./sort-head.tsx";

interface CatalogTableProps {
  groups: readonly CatalogGroup[];
  query: CatalogQuery;
  timeZone: string;
}

const COLUMNS = 8;

export function CatalogTable({ groups, query, timeZone }: CatalogTableProps) {
  return (
    <Table label="Experiments" narrow="blocks" className="catalog" data-list="catalog">
      <thead>
        <tr>
          <th scope="col" className="w-9">
            <span className="sr-only">Compare</span>
          </th>
          <SortHead sort="name" query={query}>
            Experiment
          </SortHead>
          <SortHead sort="outcome" query={query}>
            Outcome
          </SortHead>
          <SortHead sort="throughput" query={query} right>
            Throughput
          </SortHead>
          <SortHead sort="p99" query={query} right>
            p99
          </SortHead>
          <th scope="col">Change</th>
          <th scope="col" className="max-desk:hidden">
            Last runs
          </th>
          <SortHead sort="latest" query={query} right>
            Last run
          </SortHead>
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody key={group.key}>
          {group.title ? (
            <tr className="group">
              <th scope="rowgroup" colSpan={COLUMNS} className="[overflow-wrap:anywhere]">
                <span dir="auto">{group.title.service}</span>
                {group.title.group ? (
                  <span className="font-normal text-ink-3"> · {group.title.group}</span>
                ) : null}
                <span className="ml-3 font-normal text-ink-2">{group.title.sentence}</span>
              </th>
            </tr>
          ) : null}
          {group.rows.map((row) => (
            <Row key={row.id} row={row} timeZone={timeZone} />
          ))}
        </tbody>
      ))}
    </Table>
  );
}

function Row({ row, timeZone }: { row: CatalogRow; timeZone: string }) {
  return (
    <tr className="relative" data-row>
      <td className="max-wide:hidden!">
        {row.last ? (
          <SelectRun
            run={{
              id: row.last.runId,
              name: `${row.name}, run ${row.last.number}`,
              ranAt: row.last.ranAt,
              isBaseline: false,
            }}
            label={`Compare the latest run of ${row.name}`}
          />
        ) : null}
      </td>
      <th scope="row" className="min-w-48">
        <span dir="auto" className="text-14 font-semibold [overflow-wrap:anywhere]">
          <AppLink
            href={row.href}
            className="after:absolute after:inset-0 after:content-[''] hover:underline"
          >
            {row.name}
          </AppLink>
        </span>
        <span className="mt-0.5 block text-12 font-normal [overflow-wrap:anywhere] text-ink-3">
          {row.about}
        </span>
      </th>
      <td className="max-wide:justify-self-end">
        <VerdictPill state={row.state} ofSome={row.ofSome} />
      </td>
      {row.last === null ? (
        <td colSpan={COLUMNS - 3} className="text-12 text-ink-3 max-wide:col-span-2">
          No results yet. The first upload appears here.
        </td>
      ) : (
        <>
          <td className="right max-wide:text-left!">
            <Measured figure={row.throughput} name="throughput" />
          </td>
          <td className="right max-wide:text-left!">
            <Measured figure={row.p99} name="p99" />
          </td>
          <td className={row.delta === null ? "max-wide:hidden!" : "max-wide:col-span-2"}>
            {row.hasChange ? <DeltaLine delta={row.delta} /> : <span className="text-ink-3">-</span>}
          </td>
          <td className="max-desk:hidden!">
            <Spark spark={row.spark} />
          </td>
          <td className="right max-wide:col-span-2">
            <LastRun last={row.last} newer={row.newer} timeZone={timeZone} />
          </td>
        </>
      )}
    </tr>
  );
}

function Spark({ spark }: { spark: CatalogRow["spark"] }) {
  if (spark === null) return <span className="text-ink-3">-</span>;
  const { name, ...line } = spark;
  return (
    <span className="flex flex-col gap-0.5">
      <Sparkline {...line} width={112} height={26} />
      <span aria-hidden="true" className="text-12 text-ink-3">
        {name}
      </span>
    </span>
  );
}

interface MeasuredProps {
  figure: CatalogFigure | null;
  name: string;
}

function Measured({ figure, name }: MeasuredProps) {
  const head = <span className="text-12 text-ink-3 wide:hidden">{name} </span>;
  if (figure === null)
    return (
      <span className="text-12 text-ink-3">
        {head}
        not reported
      </span>
    );
  const { value, unit, against, grade } = figure;
  return (
    <span className="flex flex-col items-end gap-[5px] max-wide:items-start">
      <span className="whitespace-nowrap">
        {head}
        <span className="text-15 font-semibold tracking-[-0.015em]">{value}</span>
        <span className="text-12 text-ink-3">{unitAfter(unit)}</span>
        {grade ? (
          <span className="ml-1.5 align-[1px]">
            <span className="sr-only">proof grade </span>
            <GradeMark grade={grade} />
          </span>
        ) : null}
      </span>
      {against ? (
        <span className="flex items-center gap-2 text-12 whitespace-nowrap text-ink-3">
          <span title={`target ${against.wanted}`}>{against.distance}</span>
          <span className="sr-only">target {against.wanted}</span>
          <Rail ratio={against.ratio} verdict={against.verdict} className="w-16 wide:w-20" />
        </span>
      ) : null}
    </span>
  );
}

interface LastRunProps {
  last: NonNullable<CatalogRow["last"]>;
  newer: CatalogRow["newer"];
  timeZone: string;
}

function LastRun({ last, newer, timeZone }: LastRunProps): ReactNode {
  return (
    <span className="flex gap-x-3 text-12 text-ink-2 wide:flex-col wide:gap-0.5 wide:text-13 wide:text-ink">
      <span>
        <AppLink href={last.href} className="relative z-1 hover:underline">
          run {last.number}
        </AppLink>{" "}
        · {last.age}
      </span>
      <span className="text-12 text-ink-3">
        {last.commit ? (
          <span className="font-mono">{last.commit}</span>
        ) : (
          <ViewerTime from={last.ranAt} uploadedAt={last.uploadedAt} timeZone={timeZone} />
        )}
      </span>
      {newer ? (
        <span className="text-12 text-ink-3">
          newer:{" "}
          <AppLink href={newer.href} className="relative z-1 hover:underline">
            run {newer.number} on <bdi className="wrap-anywhere">{newer.branch}</bdi>
          </AppLink>
        </span>
      ) : null}
    </span>
  );
}
