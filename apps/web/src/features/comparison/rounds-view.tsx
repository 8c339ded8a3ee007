"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useMemo } from "react";
import type { RoundsComparison } from "@headroom/contract";
import { CopyButton, EmptyState, Muted, PageHead, Sheet, SheetNote, Skeleton } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { pairsOf, prepareRounds } from "./prepare-rounds.ts";
import type { RoundsTableRow } from "./prepare-rounds.ts";
import { RoundsForm } from "./rounds-form.tsx";
import { roundsWords } from "./rounds-params.ts";
import type { RoundsQuery } from "./rounds-params.ts";
import { RoundsTable } from "./rounds-table.tsx";
import { isWorking } from "./statistics-by-run.ts";
import { useAddress } from "./use-address.ts";

/** Recharts comes after the figures, into a room that is already there. */
const RoundsCharts = dynamic(() => import("./rounds-charts.tsx").then((module) => module.RoundsCharts), {
  ssr: false,
  loading: () => <Skeleton className="m-5 h-[400px]" />,
});

interface RoundsViewProps {
  /** Null: the address does not say enough yet. */
  comparison: RoundsComparison | null;
  query: RoundsQuery;
  services: readonly { slug: string; name: string }[];
}

const WAIT_MS = 2_000;

/** All experiments of a service, first round against second. */
export function RoundsView({ comparison, query, services }: RoundsViewProps) {
  const trpc = useTRPC();
  const address = useAddress();
  const pairs = useMemo(() => pairsOf(comparison?.rows ?? []), [comparison]);
  const { data } = useQuery({
    ...trpc.comparison.pairStatistics.queryOptions({ pairs }),
    enabled: pairs.length > 0,
    refetchInterval: ({ state }) => (isWorking(state.data) ? WAIT_MS : false),
  });
  const model = useMemo(
    () => (comparison === null ? null : prepareRounds(comparison, data)),
    [comparison, data],
  );
  return (
    <>
      <PageHead
        eyebrow={
          <>
            <span>Comparison of rounds</span>
            {comparison === null ? null : (
              <span>{comparison.total === 1 ? "1 experiment" : `${comparison.total} experiments`}</span>
            )}
          </>
        }
        sentence={
          <span role="status">
            {model?.sentence.lead ?? "Choose two rounds."} <Muted>{model?.sentence.rest ?? ""}</Muted>
          </span>
        }
        meta={<p className="mt-2 hidden text-15 text-ink-2 print:block">{roundsWords(query)}</p>}
        actions={<CopyButton text={address} label="Copy link" />}
      />
      <Sheet label="Rounds" className="print:hidden">
        <RoundsForm query={query} services={services} />
      </Sheet>
      {model === null || comparison === null ? null : (
        <>
          {model.pairs.length === 0 ? null : (
            <Sheet label="Evidence" className="mt-5">
              <RoundsCharts map={model.map} intervals={model.intervals} />
            </Sheet>
          )}
          <Experiments comparison={comparison} rows={model.rows} />
        </>
      )}
    </>
  );
}

interface ExperimentsProps {
  comparison: RoundsComparison;
  rows: readonly RoundsTableRow[];
}

function Experiments({ comparison, rows }: ExperimentsProps) {
  return (
    <Sheet label="Experiments" className="mt-5">
      {rows.length === 0 ? (
        <EmptyState
          title="This service has no experiments."
          step="Upload results of both rounds. Their experiments appear here."
        />
      ) : (
        <RoundsTable rows={rows} />
      )}
      {comparison.rows.length < comparison.total ? (
        <SheetNote>
          {comparison.rows.length} of {comparison.total} experiments are shown.
        </SheetNote>
      ) : null}
    </Sheet>
  );
}
