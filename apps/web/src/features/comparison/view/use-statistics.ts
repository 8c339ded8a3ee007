"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTRPC } from "../../../trpc/client.tsx";
import type { ComparisonStatistics, JudgedSide } from "@headroom/contract";
import type { RunCard } from "./prepare-runs.ts";
import { isWorking, statisticsByRun } from "./statistics-by-run.ts";
import type { StatisticsByRun } from "./statistics-by-run.ts";

/** Asked for more and more rarely: a pair takes a second, twenty of them ten. */
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 4_000;

interface Compared {
  cards: readonly RunCard[];
  reference: number;
  judged: JudgedSide | null;
  /** What was known when the page was rendered; null: it couldn't be read. */
  first: ComparisonStatistics | null;
}

/** How sure the changes are. It is worked out in the background and asked for until it is there. */
export function useStatistics({ cards, reference, judged, first }: Compared): {
  statistics: StatisticsByRun;
  failed: boolean;
} {
  const trpc = useTRPC();
  const named = cards[reference]?.id;
  const { data, error } = useQuery({
    ...trpc.comparison.statistics.queryOptions({
      runIds: cards.map(({ id }) => id),
      ...(named === undefined ? {} : { reference: named }),
      ...(judged === null ? {} : { judged }),
    }),
    ...(first === null ? {} : { initialData: first }),
    refetchInterval: ({ state }) =>
      isWorking(state.data) ? Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** state.dataUpdateCount) : false,
  });
  const statistics = useMemo(() => statisticsByRun(data), [data]);
  return { statistics, failed: error !== null && (data === undefined || isWorking(data)) };
}
