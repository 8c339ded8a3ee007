"use client";

import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { Button, Dialog, outcomeState, SearchField, Skeleton, VerdictPill } from "@headroom/ui";
import { SetAsideTag } from "../../shell/set-aside-tag.tsx";
import { useTRPC } from "../../../trpc/client.tsx";

interface RunPickerProps {
  open: boolean;
  onClose: () => void;
  /** Ids that are in the comparison already. */
  taken: readonly string[];
  /** What the search begins with: the experiment that is compared. */
  like: string;
  /** Why no run was chosen already. */
  why?: string | null;
  onPick: (id: string) => void;
}

const MAX_SEARCH_LENGTH = 200;

/** Runs by the words of their experiment, their number, branch or commit. */
export function RunPicker({ open, onClose, taken, like, why = null, onPick }: RunPickerProps) {
  const trpc = useTRPC();
  const [text, setText] = useState(like.slice(0, MAX_SEARCH_LENGTH));
  const asked = useDeferredValue(text);
  const { data, error } = useQuery({
    ...trpc.comparison.find.queryOptions({ text: asked }),
    enabled: open,
    placeholderData: (before) => before,
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      title="Add a run"
      description={`${why === null ? "" : `${why} `}Any experiment, any tool.`}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <SearchField
        label="Experiment, run, branch, commit"
        value={text}
        onChange={setText}
        className="w-full"
      />
      <ul aria-label="Runs found" className="mt-3 flex flex-col divide-y divide-line">
        {data?.map((run) => (
          <li key={run.id} className="flex items-center gap-3 py-2">
            <div className="min-w-0 flex-1">
              <p className="truncate text-13 font-medium" dir="auto" title={run.experimentName}>
                {run.experimentName} · run {run.number}
              </p>
              <p className="truncate text-12 text-ink-3">
                {[run.serviceName, run.environment, run.commit?.slice(0, 10)].filter(Boolean).join(" · ")}
              </p>
            </div>
            <SetAsideTag setAside={run.setAside} />
            <VerdictPill state={outcomeState(run.outcome)} ofSome={run.someLabels} />
            {taken.includes(run.id) ? (
              <span className="w-14 text-right text-12 text-ink-3">Added</span>
            ) : (
              <Button
                aria-label={`Add run ${run.number} of ${run.experimentName}`}
                onClick={() => onPick(run.id)}
              >
                Add
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className="text-13 text-ink-2">
        {error ? "Couldn't load runs. Try again." : data?.length === 0 ? "No runs match." : ""}
      </p>
      {data === undefined && !error ? <Skeleton className="mt-3 h-40" /> : null}
    </Dialog>
  );
}
