"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useMemo } from "react";
import type { SetComparison } from "@headroom/contract";
import { CopyButton, EmptyState, Muted, PageHead, Sheet, SheetNote, Skeleton } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { pairsOf, prepareSet } from "./prepare-rounds.ts";
import { RoundsForm } from "./rounds-form.tsx";
import type { SetQuery } from "./rounds-params.ts";
import { SetTable } from "./rounds-table.tsx";
import { isWorking } from "./statistics-by-run.ts";
import { useAddress } from "./use-address.ts";

/** Recharts comes after the figures, into a room that is already there. */
const SetCharts = dynamic(() => import("./rounds-charts.tsx").then((module) => module.SetCharts), {
  ssr: false,
  loading: () => <Skeleton className="m-5 h-[400px]" />,
});

interface SetViewProps {
  /** Null: the address does not say enough yet. */
  set: SetComparison | null;
  query: SetQuery;
  services: readonly { slug: string; name: string }[];
}

const WAIT_MS = 2_000;

/** All experiments of a service, first round against second. */
export function SetView({ set, query, services }: SetViewProps) {
  const trpc = useTRPC();
  const address = useAddress();
  const pairs = useMemo(() => pairsOf(set?.rows ?? []), [set]);
  const { data } = useQuery({
    ...trpc.comparison.pairStatistics.queryOptions({ pairs }),
    enabled: pairs.length > 0,
    refetchInterval: ({ state }) => (isWorking(state.data) ? WAIT_MS : false),
  });
  const model = useMemo(() => (set === null ? null : prepareSet(set, data)), [set, data]);
  return (
    <>
      <PageHead
        eyebrow={
          <>
            <span>Comparison of rounds</span>
            {set === null ? null : (
              <span>{set.total === 1 ? "1 experiment" : `${set.total} experiments`}</span>
            )}
          </>
        }
        sentence={
          <span role="status">
            {model?.sentence.lead ?? "Choose two rounds."} <Muted>{model?.sentence.rest ?? ""}</Muted>
          </span>
        }
        actions={<CopyButton text={address} label="Copy link" />}
      />
      <Sheet label="Rounds">
        <RoundsForm query={query} services={services} />
      </Sheet>
      {model === null || set === null ? null : (
        <>
          {model.pairs.length === 0 ? null : (
            <Sheet label="Evidence" className="mt-5">
              <SetCharts map={model.map} intervals={model.intervals} />
            </Sheet>
          )}
          <Sheet label="Experiments" className="mt-5">
            {model.rows.length === 0 ? (
              <EmptyState
                title="This service has no experiments."
                step="Upload results of both rounds. Their experiments appear here."
              />
            ) : (
              <SetTable rows={model.rows} />
            )}
            {set.rows.length < set.total ? (
              <SheetNote>
                {set.rows.length} of {set.total} experiments are shown.
              </SheetNote>
            ) : null}
          </Sheet>
        </>
      )}
    </>
  );
}
