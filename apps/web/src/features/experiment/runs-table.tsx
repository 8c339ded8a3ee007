"use client";

import { useState } from "react";
import { plural } from "@headroom/core/format";
import { BareButton, DeltaPill, Icon, Table, Tag, VerdictPill, textLinkClass, unitAfter } from "@headroom/ui";
import { SelectRun } from "../catalog/catalog-selection.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import type { AgainstLevel, RunRow } from "./prepare-experiment.ts";
import type { RowMetric } from "./row-metric.ts";
import { RunActions } from "./run-actions.tsx";
import { UndoSetAside } from "./undo-set-aside.tsx";

interface RunsTableProps {
  experimentId: string;
  rows: readonly RunRow[];
  /** Those that count for nothing, behind a line that opens. */
  setAside: readonly RunRow[];
  /** How many of those there are. */
  setAsideTotal: number;
  /** There are more pages, which have a way to the next one. */
  isPaged: boolean;
  metric: RowMetric;
  /** Runs are of several. */
  hasEnvironments: boolean;
  timeZone: string;
  mayEdit: boolean;
}

/** So many are shown at first: the rest of an only page is one click away. */
const SHOWN_FIRST = 10;

type RowProps = Pick<
  RunsTableProps,
  "experimentId" | "metric" | "hasEnvironments" | "timeZone" | "mayEdit"
> & { row: RunRow };

export function RunsTable(props: RunsTableProps) {
  const { rows, setAside, setAsideTotal, isPaged, metric, mayEdit } = props;
  const [all, setAll] = useState(false);
  const [open, setOpen] = useState(false);
  const shown = all || isPaged || rows.length <= SHOWN_FIRST + 2 ? rows : rows.slice(0, SHOWN_FIRST);
  const columns = mayEdit ? 10 : 9;
  const { experimentId, hasEnvironments, timeZone } = props;
  const rest = { experimentId, metric, hasEnvironments, timeZone, mayEdit };
  return (
    <Table label="Runs" narrow="blocks" data-list="runs" className="runs-list">
      <Head metric={metric} mayEdit={mayEdit} />
      <tbody>
        {shown.map((row) => (
          <Row key={row.id} row={row} {...rest} />
        ))}
        {shown.length === rows.length ? null : (
          <tr className="group">
            <td colSpan={columns} className="text-center!">
              <BareButton className={textLinkClass} onClick={() => setAll(true)}>
                Show {plural(rows.length - shown.length, "more run")}
              </BareButton>
            </td>
          </tr>
        )}
      </tbody>
      {setAside.length === 0 ? null : (
        <tbody>
          <tr className="group">
            <th scope="rowgroup" colSpan={columns}>
              <BareButton
                aria-expanded={open}
                className="flex w-full items-center gap-2 text-left text-13"
                onClick={() => setOpen(!open)}
              >
                {plural(setAsideTotal, "run")} set aside
                <span className="font-normal text-ink-3">out of level, trend and proof</span>
                <Icon name={open ? "up" : "down"} className="ml-auto size-4 text-ink-3" />
              </BareButton>
            </th>
          </tr>
          {open ? setAside.map((row) => <Row key={row.id} row={row} {...rest} />) : null}
        </tbody>
      )}
    </Table>
  );
}

function Head({ metric, mayEdit }: Pick<RunsTableProps, "metric" | "mayEdit">) {
  return (
    <thead>
      <tr>
        <th scope="col" className="w-9">
          <span className="sr-only">Compare</span>
        </th>
        <th scope="col">Run</th>
        <th scope="col">Outcome</th>
        <th scope="col" className="right">
          {metric}
        </th>
        <th scope="col">Against the level</th>
        <th scope="col" className="right max-desk:hidden">
          Throughput
        </th>
        <th scope="col" className="right">
          Errors
        </th>
        <th scope="col">Commit</th>
        <th scope="col" className="right">
          Started
        </th>
        {mayEdit ? (
          <th scope="col" className="w-9">
            <span className="sr-only">Actions</span>
          </th>
        ) : null}
      </tr>
    </thead>
  );
}

function Row({ row, experimentId, metric, hasEnvironments, timeZone, mayEdit }: RowProps) {
  const aside = row.setAside;
  return (
    <tr className={aside === null ? "relative" : "relative text-ink-3"} data-row>
      <td>
        <SelectRun run={{ ...row, name: `run ${row.number}` }} label={`Compare run ${row.number}`} />
      </td>
      <RunName row={row} timeZone={timeZone} />
      <td className="max-wide:justify-self-end">
        <Outcome row={row} />
      </td>
      <Figure value={row.figure} unit="ms" name={metric} main />
      <td className="max-wide:col-start-2 max-wide:row-start-2">
        {aside !== null ? (
          <span className="text-12 [overflow-wrap:anywhere]">
            {aside.reason} {mayEdit ? <UndoSetAside runId={row.id} number={row.number} /> : null}
          </span>
        ) : row.against === null ? null : (
          <Against {...row.against} />
        )}
      </td>
      <Figure value={row.throughput} unit="req/s" name="throughput" className="max-desk:hidden!" />
      <Figure value={row.errors} unit="%" name="errors" className="max-wide:hidden!" />
      <td className="max-w-40 truncate text-12 max-wide:hidden!">
        <span className="font-mono">{row.commit ?? <Dash />}</span>
        {hasEnvironments && row.environment !== null ? (
          <span className="block truncate text-ink-3 max-desk:hidden">{row.environment}</span>
        ) : null}
      </td>
      <td className="right whitespace-nowrap max-wide:hidden!">
        <ViewerTime from={row.ranAt} uploadedAt={row.uploadedAt} timeZone={timeZone} />
      </td>
      {mayEdit ? (
        <td className="max-wide:hidden!">
          <RunActions
            experimentId={experimentId}
            runId={row.id}
            number={row.number}
            isBaseline={row.isBaseline}
          />
        </td>
      ) : null}
    </tr>
  );
}

function RunName({ row, timeZone }: Pick<RowProps, "row" | "timeZone">) {
  return (
    <th scope="row" className="min-w-0">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <AppLink
          href={row.href}
          className="text-14 font-semibold after:absolute after:inset-0 after:content-[''] hover:underline"
        >
          Run {row.number}
        </AppLink>
        {row.isBaseline ? <Tag>Baseline</Tag> : null}
        {row.otherBranch === null ? null : (
          <span
            title={row.otherBranch}
            className="inline-flex max-w-44 items-center gap-1 rounded-chip bg-sunken px-1.5 text-12 font-normal text-ink-2"
          >
            <Icon name="branch" className="size-3 flex-none" />
            <bdi className="truncate">{row.otherBranch}</bdi>
          </span>
        )}
      </span>
      <span className="mt-0.5 block text-12 font-normal text-ink-3 wide:hidden">
        <ViewerTime from={row.ranAt} timeZone={timeZone} />
      </span>
    </th>
  );
}

function Outcome({ row: { isReceiving, setAside, state, ofSome, judgedBy } }: Pick<RowProps, "row">) {
  return (
    <>
      {isReceiving ? (
        <Tag>In progress</Tag>
      ) : setAside ? (
        <Tag>Set aside</Tag>
      ) : (
        <VerdictPill state={state} ofSome={ofSome} />
      )}
      {judgedBy ? <span className="mt-1 block text-12 text-ink-3">{judgedBy}</span> : null}
    </>
  );
}

function Against({ size, rises, tone, of }: AgainstLevel) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-3">
      {tone === null ? (
        <b className="font-semibold text-ink">{size}</b>
      ) : (
        <DeltaPill tone={tone} rises={rises}>
          {size}
        </DeltaPill>
      )}
      <span>{of}</span>
    </span>
  );
}

interface FigureProps {
  value: string | null;
  unit: string;
  name: string;
  /** The one that a phone shows. */
  main?: boolean;
  className?: string;
}

function Figure({ value, unit, name, main = false, className = "" }: FigureProps) {
  return (
    <td className={`right ${main ? "max-wide:col-start-3 max-wide:row-start-2" : className}`}>
      {value === null ? (
        <Dash />
      ) : (
        <span className="whitespace-nowrap">
          <span className="sr-only wide:hidden">{name} </span>
          <b className="font-semibold">{value}</b>
          <span className="text-12 text-ink-3">{unitAfter(unit)}</span>
        </span>
      )}
    </td>
  );
}

function Dash() {
  return <span className="text-ink-3">-</span>;
}
