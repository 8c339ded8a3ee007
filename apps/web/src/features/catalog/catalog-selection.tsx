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

/** "2 selected", and the link that compares them. */
export function CompareSelected() {
  const { runs, clear } = useContext(SelectionContext);
  if (runs.length === 0) return null;
  return (
    <div role="status" className="flex items-center gap-2">
      <span className="text-12 text-ink-3">{runs.length} selected</span>
      <Button look="quiet" onClick={clear}>
        Clear
      </Button>
      {runs.length > 1 ? (
        <AppLink
          href={`/comparisons?runs=${comparedOrder(runs).map(encodeURIComponent).join(",")}`}
          className={buttonClass()}
        >
          <Icon name="compare" />
          Compare
        </AppLink>
      ) : (
        <span className="text-12 text-ink-3">select another to compare</span>
      )}
    </div>
  );
}
