"use client";

import { useRouter } from "next/navigation";
import { useOptimistic, useTransition } from "react";
import { comparisonAddress } from "./search-params.ts";
import type { ComparisonQuery } from "./search-params.ts";

/** The address as it is, or as it is about to be, and the way to change it. */
export function useComparisonQuery(query: ComparisonQuery) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const [shown, show] = useOptimistic(query);
  const go = (next: ComparisonQuery) =>
    startTransition(() => {
      show(next);
      router.replace(comparisonAddress(next), { scroll: false });
    });
  return { shown, pending, go };
}
