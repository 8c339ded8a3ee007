"use client";

import { useRouter } from "next/navigation";
import { useOptimistic, useTransition } from "react";
import {
  DeltaPill,
  EmptyState,
  Pagination,
  Segmented,
  Sheet,
  Table,
  Tag,
  VerdictPill,
  buttonClass,
  unitAfter,
} from "@headroom/ui";
import { SelectionBar, SelectRun } from "../catalog/catalog-selection.tsx";
import { ListKeys } from "../catalog/list-keys.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { SetAsideTag } from "../shell/set-aside-tag.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import type { AgainstLevel, RowMetric, RunRow } from "./prepare-experiment.ts";
import { RunActions } from "./run-actions.tsx";
import { RUNS_ON_A_PAGE, runsAddress } from "./search-params.ts";
import type { RunsQuery } from "./search-params.ts";

interface RunsSheetProps {
  experimentId: string;
  rows: readonly RunRow[];
  total: number;
  /** The metric of its column. */
  metric: RowMetric;
  query: RunsQuery;
  /** Some run is of another branch than the default one. */
  hasBranches: boolean;
  timeZone: string;
  mayEdit: boolean;
  /** A run of the experiment is being received. */
  isReceiving: boolean;
  uploadHref: string;
}

export function RunsSheet({
  experimentId,
  rows,
  total,
  metric,
  query,
  hasBranches,
  timeZone,
  mayEdit,
  isReceiving,
  uploadHref,
}: RunsSheetProps) {
  if (total === 0 && query.which === "all") {
    return (
      <Sheet label="Runs" className="mt-5">
        <EmptyState
          title={isReceiving ? "No complete runs yet." : "No runs yet."}
          step={
            isReceiving ? "The run in progress appears here." : "Upload a result file, or send one from CI."
          }
        >
          <AppLink href={uploadHref} className={buttonClass()}>
            Upload a run
          </AppLink>
        </EmptyState>
      </Sheet>
    );
  }
  return (
    <>
      <Sheet label="Runs" className="mt-5">
        <div className="flex flex-wrap items-center justify-between gap-3 px-4 py-2.5 wide:px-5">
          <h2 className="text-15 font-semibold">
            Runs <span className="ml-2 text-12 font-normal text-ink-3">newest first</span>
          </h2>
          {hasBranches ? <Which query={query} /> : null}
        </div>
        {rows.length === 0 ? (
          <p className="px-4 py-3 text-13 text-ink-2 wide:px-5">No runs of this kind.</p>
        ) : (
          <RunsTable {...{ experimentId, rows, metric, timeZone, mayEdit }} />
        )}
        {total > RUNS_ON_A_PAGE ? (
          <Pagination
            page={query.page - 1}
            pageSize={RUNS_ON_A_PAGE}
            total={total}
            of="runs"
            href={(next) => runsAddress({ ...query, page: next + 1 })}
            link={AppLink}
            className="px-4 py-2.5 wide:px-5"
          />
        ) : null}
      </Sheet>
      <SelectionBar />
      <ListKeys list="runs" />
    </>
  );
}

const WHICH = [
  { value: "all", label: "All" },
  { value: "default", label: "Default branch" },
  { value: "branches", label: "Branches" },
] as const;

/** Whose runs are listed is in the address. */
function Which({ query }: { query: RunsQuery }) {
  const router = useRouter();
  const [, startTransition] = useTransition();
  const [shown, show] = useOptimistic(query.which);
  return (
    <Segmented
      label="Whose runs"
      segments={WHICH}
      value={shown}
      onChange={(which) =>
        startTransition(() => {
          show(which);
          router.replace(runsAddress({ ...query, which, page: 1 }), { scroll: false });
        })
      }
    />
  );
}

type RunsTableProps = Pick<RunsSheetProps, "experimentId" | "rows" | "metric" | "timeZone" | "mayEdit">;

function RunsTable({ experimentId, rows, metric, timeZone, mayEdit }: RunsTableProps) {
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
            {metric}
          </th>
          <th scope="col">Against the level</th>
          <th scope="col" className="right">
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
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} {...{ row, experimentId, metric, timeZone, mayEdit }} />
        ))}
      </tbody>
    </Table>
  );
}

interface RowProps {
  row: RunRow;
  metric: RowMetric;
  experimentId: string;
  timeZone: string;
  mayEdit: boolean;
}

function Row({ row, experimentId, metric, timeZone, mayEdit }: RowProps) {
  return (
    <tr className="relative" data-row>
      <td className="max-wide:hidden!">
        <SelectRun run={{ ...row, name: `run ${row.number}` }} label={`Compare run ${row.number}`} />
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
        {row.branch === null ? null : (
          <span className="mt-0.5 block max-w-56 truncate text-12 font-normal text-ink-3">{row.branch}</span>
        )}
      </th>
      <td className="max-wide:justify-self-end">
        {row.isReceiving ? <Tag>In progress</Tag> : <VerdictPill state={row.state} />}
        {row.judgedBy ? <span className="mt-1 block text-12 text-ink-3">{row.judgedBy}</span> : null}
      </td>
      <Figure value={row.figure} unit="ms" name={metric} />
      <td className="max-wide:justify-self-end">
        {row.against === null ? null : <Against {...row.against} />}
      </td>
      <Figure value={row.throughput} unit="req/s" name="throughput" wide />
      <Figure value={row.errors} unit="%" name="errors" wide />
      <td className="max-w-40 truncate text-12 max-wide:hidden!">
        <span className="font-mono">{row.commit ?? <Dash />}</span>
        {row.environment === null ? null : (
          <span className="block truncate text-ink-3 max-desk:hidden">{row.environment}</span>
        )}
      </td>
      <td className="right whitespace-nowrap max-wide:col-span-2 max-wide:text-left!">
        {row.age}
        <span className="block text-12 text-ink-3 max-wide:ml-2 max-wide:inline">
          <ViewerTime from={row.ranAt} uploadedAt={row.uploadedAt} timeZone={timeZone} />
        </span>
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

function Against({ size, rises, tone, of }: AgainstLevel) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2 text-12 text-ink-3">
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
