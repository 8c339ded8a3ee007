"use client";

import { createContext, useCallback, useContext, useMemo, useState } from "react";
import type { ReactNode } from "react";
import { Button, Icon, buttonClass, useEarlyCheck } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";

/** The most runs that a comparison takes. */
const MAX_RUNS = 20;

interface Selection {
  runIds: readonly string[];
  toggle: (runId: string) => void;
  clear: () => void;
}

const SelectionContext = createContext<Selection>({
  runIds: [],
  toggle: () => undefined,
  clear: () => undefined,
});

/** Wraps all pages of a list, so that a selection survives filters and page changes. */
export function SelectionProvider({ children }: { children: ReactNode }) {
  const [runIds, setRunIds] = useState<readonly string[]>([]);
  const toggle = useCallback((runId: string) => {
    setRunIds((before) =>
      before.includes(runId) ? before.filter((one) => one !== runId) : [...before, runId].slice(-MAX_RUNS),
    );
  }, []);
  const clear = useCallback(() => setRunIds([]), []);
  const selection = useMemo(() => ({ runIds, toggle, clear }), [runIds, toggle, clear]);
  return <SelectionContext value={selection}>{children}</SelectionContext>;
}

/** Selects a run for comparison. */
export function SelectRun({ runId, label }: { runId: string; label: string }) {
  const { runIds, toggle } = useContext(SelectionContext);
  const checked = runIds.includes(runId);
  const control = useEarlyCheck(checked, (held) => {
    if (held !== checked) toggle(runId);
  });
  return (
    <label className="relative z-1 -m-2.5 flex size-9 items-center justify-center">
      <span className="sr-only">{label}</span>
      <input
        ref={control}
        type="checkbox"
        data-select
        checked={checked}
        onChange={() => toggle(runId)}
        className="size-4 accent-ink"
      />
    </label>
  );
}

/** "2 selected", and the link that compares them. */
export function CompareSelected() {
  const { runIds, clear } = useContext(SelectionContext);
  if (runIds.length === 0) return null;
  return (
    <div role="status" className="flex items-center gap-2">
      <span className="text-12 text-ink-3">{runIds.length} selected</span>
      <Button look="quiet" onClick={clear}>
        Clear
      </Button>
      {runIds.length > 1 ? (
        <AppLink
          href={`/comparisons?runs=${runIds.map(encodeURIComponent).join(",")}`}
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
