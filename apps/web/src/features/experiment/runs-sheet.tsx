"use client";

import { useRouter } from "next/navigation";
import { useOptimistic, useTransition } from "react";
import type { ListedExperimentRuns } from "@headroom/services";
import { EmptyState, Pagination, Segmented, Sheet, buttonClass } from "@headroom/ui";
import { SelectionBar } from "../catalog/catalog-selection.tsx";
import { ListKeys } from "../catalog/list-keys.tsx";
import { AppLink } from "../shell/app-link.tsx";
import type { RunRow } from "./prepare-experiment.ts";
import type { RowMetric } from "./row-metric.ts";
import { RunsTable } from "./runs-table.tsx";
import { RUNS_ON_A_PAGE, runsAddress } from "./search-params.ts";
import type { RunsQuery } from "./search-params.ts";

interface RunsSheetProps {
  experimentId: string;
  rows: readonly RunRow[];
  setAside: readonly RunRow[];
  counts: ListedExperimentRuns["counts"];
  /** The metric of its column. */
  metric: RowMetric;
  query: RunsQuery;
  hasEnvironments: boolean;
  timeZone: string;
  mayEdit: boolean;
  /** A run of the experiment is being received. */
  isReceiving: boolean;
  uploadHref: string;
}

export function RunsSheet(props: RunsSheetProps) {
  const { experimentId, rows, setAside, counts, metric, query, hasEnvironments, timeZone, mayEdit } = props;
  const { isReceiving, uploadHref } = props;
  const total = counts[query.which];
  if (counts.all === 0 && setAside.length === 0) {
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
          {counts.branches > 0 ? <Which query={query} counts={counts} /> : null}
        </div>
        {rows.length === 0 ? (
          <p className="px-4 py-3 text-13 text-ink-2 wide:px-5">No runs of this kind.</p>
        ) : null}
        {rows.length === 0 && setAside.length === 0 ? null : (
          <RunsTable
            {...{ experimentId, rows, setAside, metric, hasEnvironments, timeZone, mayEdit }}
            setAsideTotal={counts.setAside}
            isPaged={total > RUNS_ON_A_PAGE}
          />
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
function Which({ query, counts }: Pick<RunsSheetProps, "query" | "counts">) {
  const router = useRouter();
  const [, startTransition] = useTransition();
  const [shown, show] = useOptimistic(query.which);
  return (
    <Segmented
      label="Whose runs"
      segments={WHICH.map((one) => ({ ...one, count: counts[one.value] }))}
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
