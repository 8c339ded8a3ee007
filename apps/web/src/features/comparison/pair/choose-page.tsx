"use client";

import { useState } from "react";
import { Button, EmptyState, Muted, PageHead, Sheet, buttonClass } from "@headroom/ui";
import { AppLink } from "../../shell/app-link.tsx";
import { RunPicker } from "../../run/compare/run-picker.tsx";
import { MissingRuns } from "./missing-runs.tsx";
import { addRun, placedRuns } from "../view/search-params.ts";
import type { ComparisonQuery } from "../view/search-params.ts";
import { useComparisonQuery } from "../view/use-comparison-query.ts";

export interface OnlyRun {
  /** "Checkout mix, run 12" */
  name: string;
  /** Its other runs are offered first. */
  experiment: string;
  /** Why it has no run to be compared with. */
  why: string | null;
  /** Its experiment has other runs. */
  hasOthers: boolean;
}

interface ChoosePageProps {
  query: ComparisonQuery;
  /** The one run that there is. */
  only: OnlyRun | null;
  /** How many runs the address names that are not there. */
  missing: number;
}

/** Less than two runs: the one step is to choose another. */
export function ChoosePage({ query, only, missing }: ChoosePageProps) {
  const { shown, pending, go } = useComparisonQuery(query);
  const [picking, setPicking] = useState(false);
  return (
    <div aria-busy={pending}>
      <PageHead
        eyebrow={<span>Comparison</span>}
        sentence={
          <>
            {headOf(only)} <Muted>Any experiment, any tool, up to 20 runs.</Muted>
          </>
        }
      />
      <MissingRuns count={missing} others={only === null ? 0 : 1} />
      <Sheet label="Choose runs">
        <EmptyState title={only?.name ?? "No runs chosen yet."} step={stepOf(only)}>
          <Button look="primary" onClick={() => setPicking(true)}>
            Add a run
          </Button>
        </EmptyState>
      </Sheet>
      {only === null ? (
        <Sheet label="Compare rounds" className="mt-5">
          <EmptyState
            title="Or compare two rounds of a whole service."
            step="See each experiment before and after, against its targets."
          >
            <AppLink href="/comparisons/rounds" className={buttonClass()}>
              Compare two rounds
            </AppLink>
          </EmptyState>
        </Sheet>
      ) : null}
      <RunPicker
        open={picking}
        onClose={() => setPicking(false)}
        taken={placedRuns(shown).map(({ id }) => id)}
        like={only?.experiment ?? ""}
        onPick={(id) => go(addRun(shown, id))}
      />
    </div>
  );
}

function headOf(only: OnlyRun | null): string {
  if (only === null) return "Choose two runs.";
  return only.hasOthers ? "Choose a second run." : "There's no other run of this experiment yet.";
}

function stepOf(only: OnlyRun | null): string {
  if (only === null) return "Add two runs to compare them.";
  return `${only.why === null ? "" : `${only.why} `}Add a run to compare it with.`;
}
