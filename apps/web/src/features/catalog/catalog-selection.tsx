"use client";

import { createContext, useCallback, useContext, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { Button, Icon, buttonClass, useEarlyCheck } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { comparedOrder } from "./compared-order.ts";
import type { SelectedRun } from "./compared-order.ts";

/** The most runs that a comparison takes. */
const MAX_RUNS = 20;

interface Selection {
  runs: readonly SelectedRun[];
  toggle: (run: SelectedRun) => void;
  clear: () => void;
}

const SelectionContext = createContext<Selection>({
  runs: [],
  toggle: () => undefined,
  clear: () => undefined,
});

/** Wraps all pages of a list, so that a selection survives filters and page changes. */
export function SelectionProvider({ children }: { children: ReactNode }) {
  const [runs, setRuns] = useState<readonly SelectedRun[]>([]);
  const toggle = useCallback((run: SelectedRun) => {
    setRuns((before) =>
      isSelected(before, run) ? before.filter(({ id }) => id !== run.id) : [...before, run].slice(-MAX_RUNS),
    );
  }, []);
  const clear = useCallback(() => setRuns([]), []);
  const selection = useMemo(() => ({ runs, toggle, clear }), [runs, toggle, clear]);
  return <SelectionContext value={selection}>{children}</SelectionContext>;
}

function isSelected(runs: readonly SelectedRun[], run: SelectedRun): boolean {
  return runs.some(({ id }) => id === run.id);
}

/** What is selected, for other ways to select than a row's box. */
export function useSelection(): Selection {
  return useContext(SelectionContext);
}

/** Selects a run for comparison. */
export function SelectRun({ run, label }: { run: SelectedRun; label: string }) {
  const { runs, toggle } = useContext(SelectionContext);
  const checked = isSelected(runs, run);
  const control = useEarlyCheck(checked, (held) => {
    if (held !== checked) toggle(run);
  });
  return (
    <label className="relative z-1 -m-2.5 flex size-9 items-center justify-center">
      <span className="sr-only">{label}</span>
      <input
        ref={control}
        type="checkbox"
        data-select
        checked={checked}
        onChange={() => toggle(run)}
        className="size-4 accent-ink"
      />
    </label>
  );
}

/** What is selected and the link that compares it, in sight wherever one has scrolled. */
export function SelectionBar() {
  const { runs, clear } = useContext(SelectionContext);
  if (runs.length === 0) return null;
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-4 z-20 flex justify-center px-3 paper:hidden">
      <div
        role="status"
        className="pointer-events-auto flex max-w-full flex-wrap items-center gap-x-3 gap-y-1.5 rounded-sheet border border-line-strong bg-surface px-4 py-2.5 text-13 shadow-float"
      >
        <b className="font-semibold whitespace-nowrap">{runs.length} selected</b>
        <span className="max-w-[36ch] truncate text-ink-3 max-wide:hidden">{namesOf(runs)}</span>
        <Button look="quiet" onClick={clear}>
          Clear
        </Button>
        {runs.length > 1 ? (
          <AppLink
            href={`/comparisons?runs=${comparedOrder(runs).map(encodeURIComponent).join(",")}`}
            className={buttonClass("primary")}
          >
            <Icon name="compare" />
            Compare
          </AppLink>
        ) : (
          <span className="text-12 text-ink-3">Select another run to compare.</span>
        )}
      </div>
    </div>
  );
}

const FEW = 3;

function namesOf(runs: readonly SelectedRun[]): string {
  const shown = runs.slice(0, FEW).map(({ name }) => name);
  const more = runs.length - shown.length;
  return more > 0 ? `${shown.join(", ")} and ${more} more` : shown.join(" and ");
}
