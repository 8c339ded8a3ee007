"use client";

import { Icon, Menu } from "@headroom/ui";
import { useRunVerbs } from "../run/page/use-run-verbs.ts";

interface RunActionsProps {
  experimentId: string;
  runId: string;
  number: number;
  isBaseline: boolean;
}

/** What an editor does with a run of a list. */
export function RunActions(props: RunActionsProps) {
  const items = useRunVerbs(props);
  return (
    <div className="relative z-1">
      <Menu
        label={`Actions for run ${props.number}`}
        triggerClassName="flex size-9 items-center justify-center rounded-control text-ink-3 hover:text-ink wide:size-8"
        trigger={<Icon name="more" />}
        groups={[{ items }]}
      />
    </div>
  );
}
