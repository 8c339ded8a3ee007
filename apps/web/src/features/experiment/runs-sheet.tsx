"use client";

import { EmptyState, Pagination, Sheet, Table, Tag, VerdictPill, buttonClass, unitAfter } from "@headroom/ui";
import { CompareSelected, SelectRun, SelectionProvider } from "../catalog/catalog-selection.tsx";
import { ListKeys } from "../catalog/list-keys.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { SetAsideTag } from "../shell/set-aside-tag.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import type { RunRow } from "./prepare-experiment.ts";
import { RunActions } from "./run-actions.tsx";
import { RUNS_ON_A_PAGE, experimentAddress } from "./search-params.ts";

interface RunsSheetProps {
  experimentId: string;
  rows: readonly RunRow[];
  total: number;
  page: number;
  timeZone: string;
  mayEdit: boolean;
  /** A run of the experiment is being received. */
  isReceiving: boolean;
}

export function RunsSheet({
  experimentId,
  rows,
  total,
  page,
  timeZone,
  mayEdit,
  isReceiving,
}: RunsSheetProps) {
  if (total === 0) {
    return (
      <Sheet label="Runs" className="mt-5">
        <EmptyState
          title={isReceiving ? "No complete runs yet." : "No runs yet."}
          step={
            isReceiving ? "The run in progress appears here." : "Upload a result file, or send one from CI."
          }
        >
          <AppLink href="/upload" className={buttonClass()}>
            Upload a run
          </AppLink>
        </EmptyState>
      </Sheet>
    );
  }
  return (
    <SelectionProvider>
      <Sheet label="Runs" className="mt-5">
        <div className="flex min-h-14 flex-wrap items-center justify-between gap-3 px-4 py-2.5 wide:px-5">
          <h2 className="text-15 font-semibold">Runs</h2>
          <CompareSelected />
        </div>
        <RunsTable experimentId={experimentId} rows={rows} timeZone={timeZone} mayEdit={mayEdit} />
        {total > RUNS_ON_A_PAGE ? (
          <Pagination
            page={page - 1}
            pageSize={RUNS_ON_A_PAGE}
            total={total}
            of="runs"
            href={(next) => experimentAddress(experimentId, next + 1)}
            link={AppLink}
            className="px-4 py-2.5 wide:px-5"
          />
        ) : null}
      </Sheet>
      <ListKeys list="runs" />
    </SelectionProvider>
  );
}

type RunsTableProps = Pick<RunsSheetProps, "experimentId" | "rows" | "timeZone" | "mayEdit">;

function RunsTable({ experimentId, rows, timeZone, mayEdit }: RunsTableProps) {
  return (
    <Table label="Runs" narrow="blocks" data-list="runs">
      <thead>
        <tr>
          <th scope="col" className="w-9">
            <span className="sr-only">Compare</span>
          </th>
          <th scope="col">Run</th>
          <th scope="col">Outcome</th>
          <th scope="col" className="right">
            Throughput
          </th>
          <th scope="col" className="right">
            p99
          </th>
          <th scope="col" className="right">
            Errors
          </th>
          <th scope="col" className="right">
            Held 5m
          </th>
          <th scope="col">Environment</th>
          <th scope="col">Commit</th>
          {mayEdit ? (
            <th scope="col" className="w-9">
              <span className="sr-only">Actions</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} row={row} experimentId={experimentId} timeZone={timeZone} mayEdit={mayEdit} />
        ))}
      </tbody>
    </Table>
  );
}

interface RowProps {
  row: RunRow;
  experimentId: string;
  timeZone: string;
  mayEdit: boolean;
}

function Row({ row, experimentId, timeZone, mayEdit }: RowProps) {
  return (
    <tr className="relative" data-row>
      <td className="max-wide:hidden!">
        <SelectRun run={row} label={`Compare run ${row.number}`} />
      </td>
      <th scope="row">
        <span className="flex flex-wrap items-center gap-2">
          <AppLink
            href={row.href}
            className="text-14 font-semibold after:absolute after:inset-0 after:content-[''] hover:underline"
          >
            Run {row.number}
          </AppLink>
          {row.isBaseline ? <Tag>Baseline</Tag> : null}
          <SetAsideTag setAside={row.setAside} />
        </span>
        <span className="mt-0.5 block text-12 font-normal text-ink-3">
          {row.age} · <ViewerTime from={row.ranAt} uploadedAt={row.uploadedAt} timeZone={timeZone} />
        </span>
      </th>
      <td className="max-wide:justify-self-end">
        {row.isReceiving ? <Tag>In progress</Tag> : <VerdictPill state={row.state} />}
        {row.judgedBy ? <span className="mt-1 block text-12 text-ink-3">{row.judgedBy}</span> : null}
      </td>
      <Figure value={row.throughput} unit="req/s" name="throughput" />
      <Figure value={row.p99} unit="ms" name="p99" />
      <Figure value={row.errors} unit="%" name="errors" wide />
      <Figure value={row.held} unit="req/s" name="held" wide />
      <td className="max-w-40 wrap-anywhere max-wide:hidden!">{row.environment ?? <Dash />}</td>
      <td className="max-w-40 truncate text-12 max-wide:hidden!">
        <span className="font-mono">{row.commit ?? <Dash />}</span>
        {row.branch === null ? null : <span className="block truncate text-ink-3">{row.branch}</span>}
      </td>
      {mayEdit ? (
        <td className="max-wide:col-span-2">
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

interface FigureProps {
  value: string | null;
  unit: string;
  name: string;
  wide?: boolean;
}

function Figure({ value, unit, name, wide = false }: FigureProps) {
  return (
    <td className={wide ? "right max-wide:hidden!" : "right max-wide:text-left!"}>
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
