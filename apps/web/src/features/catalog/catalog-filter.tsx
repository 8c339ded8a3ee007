"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useEffect, useOptimistic, useRef, useState, useTransition } from "react";
import { buttonClass, Icon, SearchField, Segmented, Select, VERDICT_WORDS } from "@headroom/ui";
import { FIRST_DIRECTION, catalogAddress, CHOICES, OUTCOME_FILTERS } from "./search-params.ts";
import type { CatalogQuery, CatalogSort, OutcomeFilter } from "./search-params.ts";
import { CHOICE_WORDS } from "./choice-words.ts";

/** Loads after the table, into the space its skeleton keeps. */
const ChoiceMenus = dynamic(() => import("./choice-menus.tsx").then((module) => module.ChoiceMenus), {
  ssr: false,
  loading: ChoiceMenusSkeleton,
});

const SEGMENTS = OUTCOME_FILTERS.map((value) => ({
  value,
  label: value === "all" ? "All" : VERDICT_WORDS[value],
}));
const SORT_OPTIONS: readonly { value: CatalogSort; label: string }[] = [
  { value: "service", label: "Service" },
  { value: "latest", label: "Latest run" },
  { value: "name", label: "Name" },
  { value: "outcome", label: "Outcome" },
  { value: "throughput", label: "Throughput" },
  { value: "p99", label: "p99" },
  { value: "runs", label: "Number of runs" },
];
const TYPING_PAUSE_MS = 200;

interface CatalogFilterProps {
  query: CatalogQuery;
  counts: Record<OutcomeFilter, number>;
}

/** The filters of the catalog. They are in the URL, so a copied URL shows a colleague the same view. */
export function CatalogFilter({ query, counts }: CatalogFilterProps) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const [search, setSearch] = useState(query.search);
  const [shown, show] = useOptimistic(query);
  const asked = useRef(query.search);
  const go = (changes: Partial<CatalogQuery>) =>
    startTransition(() => {
      // A change before this one may still be on its way into the address.
      const next = { ...shown, search: search.trim(), page: 1, ...changes };
      show(next);
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
      goLatest.current({ search: search.trim() });
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [search]);
  return (
    <div aria-busy={pending} className="flex flex-col gap-2 px-4 py-3 wide:px-5">
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label="Name, tag, owner or commit"
          shortcut="/"
          value={search}
          onChange={setSearch}
          className="w-full wide:w-64"
        />
        <Segmented
          label="Outcome"
          segments={SEGMENTS.filter(
            ({ value }) => counts[value] > 0 || value === "all" || value === shown.outcome,
          ).map((segment) => ({ ...segment, count: counts[segment.value] }))}
          value={shown.outcome}
          onChange={(outcome) => go({ outcome })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2 max-wide:-mx-4 max-wide:flex-nowrap max-wide:overflow-x-auto max-wide:px-4 max-wide:py-0.5">
        <ChoiceMenus query={shown} onChoose={(choice, value) => go({ [choice]: value })} />
        <label htmlFor="catalog-sort" className="flex flex-none items-center gap-2 text-12 text-ink-3">
          Sort by
          <Select
            id="catalog-sort"
            options={SORT_OPTIONS}
            value={shown.sort}
            onChange={(sort) => go({ sort, direction: FIRST_DIRECTION[sort] })}
            className="wide:h-8"
          />
        </label>
      </div>
    </div>
  );
}

/** Looks like the real buttons, so that nothing moves when they load. */
function ChoiceMenusSkeleton() {
  return (
    <div className="flex flex-none gap-2 wide:flex-wrap" aria-hidden="true">
      {CHOICES.map((choice) => (
        <span key={choice} className={buttonClass()}>
          {CHOICE_WORDS[choice].name}
          <Icon name="down" />
        </span>
      ))}
    </div>
  );
}
