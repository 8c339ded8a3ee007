"use client";

import { useState } from "react";
import { Icon, Menu } from "@headroom/ui";
import { BadgeDialog } from "../badge/badge-dialog.tsx";
import { DeleteExperiment } from "./delete-experiment.tsx";

interface ExperimentMenuProps {
  experimentId: string;
  name: string;
  runs: number;
  badge: string | null;
  page: string;
}

/** What is rarely done with an experiment. */
export function ExperimentMenu({ experimentId, name, runs, badge, page }: ExperimentMenuProps) {
  const [shown, show] = useState<"badge" | "delete" | null>(null);
  const dialog = (which: "badge" | "delete") => ({
    open: shown === which,
    onOpenChange: (open: boolean) => show(open ? which : null),
  });
  return (
    <>
      <Menu
        label="More actions"
        trigger={<Icon name="more" />}
        groups={[
          { items: [{ label: "Badge", icon: "share", onSelect: () => show("badge") }] },
          { items: [{ label: "Delete", icon: "trash", danger: true, onSelect: () => show("delete") }] },
        ]}
      />
      <BadgeDialog experimentId={experimentId} name={name} url={badge} page={page} {...dialog("badge")} />
      <DeleteExperiment experimentId={experimentId} name={name} runs={runs} {...dialog("delete")} />
    </>
  );
}
