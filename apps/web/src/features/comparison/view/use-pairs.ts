"use client";

import { useQuery } from "@tanstack/react-query";
import type { ComparisonStatistics } from "@headroom/contract";
import { useTRPC } from "../../../trpc/client.tsx";
import { isWorking } from "./statistics-by-run.ts";

interface Pair {
  before: string[];
  after: string[];
}

const WAIT_MS = 2_000;

/** The statistics of pairs whose sides are pooled. They are worked out in the background and asked for until they are there. */
export function usePairs(pairs: Pair[]): {
  data: ComparisonStatistics | undefined;
  failed: boolean;
  retry: () => void;
} {
  const trpc = useTRPC();
  const { data, error, refetch } = useQuery({
    ...trpc.comparison.pairStatistics.queryOptions({ pairs }),
    enabled: pairs.length > 0,
    refetchInterval: ({ state }) => (isWorking(state.data) ? WAIT_MS : false),
  });
  const failed = error !== null && (data === undefined || isWorking(data));
  return { data, failed, retry: () => void refetch() };
}
