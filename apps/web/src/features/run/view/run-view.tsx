"use client";

import { useRouter } from "next/navigation";
import { createContext, useContext, useMemo, useState, useTransition } from "react";
import type { ReactNode } from "react";
import { noteAddress } from "../../shell/read-again.tsx";
import { runAddress } from "./search-params.ts";
import type { RunView } from "./search-params.ts";

interface RunViewState {
  runId: string;
  view: RunView;
  /** Another view of the run is on its way from the server. */
  pending: boolean;
  /** Changes the view: the server renders the page again, which keeps its scroll position. */
  go: (change: Partial<RunView>) => void;
  /** Changes only the address, for what the browser loads itself. */
  note: (change: Partial<RunView>) => void;
}

const Context = createContext<RunViewState | null>(null);

/** The current view of the run, for all parts of its page. */
export function RunViewProvider(props: { runId: string; view: RunView; children: ReactNode }) {
  const { runId, view: served, children } = props;
  const router = useRouter();
  const [view, setView] = useState(served);
  const [address, setAddress] = useState(() => runAddress(runId, served));
  /** What the address was since the last step in the history. A page read again may still be asked for with one of these. */
  const [noted, setNoted] = useState<readonly string[]>([]);
  const [pending, startTransition] = useTransition();
  const servedAddress = runAddress(runId, served);
  if (address !== servedAddress) {
    setAddress(servedAddress);
    // Otherwise somebody went back, or followed a link.
    if (!noted.includes(servedAddress)) {
      setView(served);
      setNoted([]);
    }
  }
  const state = useMemo<RunViewState>(
    () => ({
      runId,
      view,
      pending,
      go: (change) => {
        const next = { ...view, ...change };
        setView(next);
        setNoted([]);
        startTransition(() => router.push(runAddress(runId, next), { scroll: false }));
      },
      note: (change) => {
        const next = { ...view, ...change };
        setView(next);
        setNoted((earlier) => [...earlier, runAddress(runId, next)]);
        noteAddress(runAddress(runId, next));
      },
    }),
    [runId, view, pending, router],
  );
  return <Context value={state}>{children}</Context>;
}

export function useRunView(): RunViewState {
  const state = useContext(Context);
  if (state === null) throw new Error("useRunView needs a RunViewProvider above it");
  return state;
}
