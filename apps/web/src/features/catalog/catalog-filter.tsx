"use client";

import { useRouter } from "next/navigation";
import { useEffect, useOptimistic, useRef, useState, useTransition } from "react";
import { SearchField, Segmented } from "@headroom/ui";
import { catalogAddress } from "./search-params.ts";
import type { CatalogQuery, VerdictFilter } from "./search-params.ts";

const SEGMENTS: readonly { value: VerdictFilter; label: string }[] = [
  { value: "all", label: "All" },
  { value: "met", label: "Met" },
  { value: "missed", label: "Missed" },
  { value: "unsure", label: "Unsure" },
  { value: "open", label: "Open" },
];
const TYPING_PAUSE_MS = 200;

interface CatalogFilterProps {
  query: CatalogQuery;
  counts: Record<VerdictFilter, number>;
}

/** The view is in the address: a copied one shows a colleague the same. */
export function CatalogFilter({ query, counts }: CatalogFilterProps) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const [search, setSearch] = useState(query.search);
  const [verdict, showVerdict] = useOptimistic(query.verdict);
  const asked = useRef(query.search);
  const go = (next: CatalogQuery) =>
    startTransition(() => {
      showVerdict(next.verdict);
      router.replace(catalogAddress(next), { scroll: false });
    });
  const goLatest = useRef(go);
  useEffect(() => {
    goLatest.current = go;
  });
  useEffect(() => {
    if (search === asked.current) return;
    const timer = setTimeout(() => {
      asked.current = search;
      goLatest.current({ search: search.trim(), verdict: query.verdict, page: 1 });
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [search, query.verdict]);
  return (
    <div aria-busy={pending} className="flex flex-wrap items-center gap-2 px-4 py-3 wide:px-5">
      <SearchField
        label="Experiment, group, service"
        shortcut="/"
        value={search}
        onChange={setSearch}
        className="w-full wide:w-64"
      />
      <Segmented
        label="Verdict"
        segments={SEGMENTS.map((segment) => ({ ...segment, count: counts[segment.value] }))}
        value={verdict}
        onChange={(chosen) => go({ search: search.trim(), verdict: chosen, page: 1 })}
      />
    </div>
  );
}
