"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Icon, Menu } from "@headroom/ui";
import { BadgeDialog } from "../badge/badge-dialog.tsx";
import { DeleteExperiment } from "./delete-experiment.tsx";

/** Loaded when it is first opened. */
const ShareDialog = dynamic(() => import("../share/share-dialog.tsx").then((module) => module.ShareDialog), {
  ssr: false,
});

interface ExperimentMenuProps {
  experimentId: string;
  name: string;
  runs: number;
  /** Null: none is complete. */
  latest: { id: string; number: number } | null;
  badge: string | null;
  page: string;
}

/** What is rarely done with an experiment. */
export function ExperimentMenu({ experimentId, name, runs, latest, badge, page }: ExperimentMenuProps) {
  const [shown, show] = useState<"share" | "badge" | "delete" | null>(null);
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
          {
            items: [
              ...(latest === null
                ? []
                : [{ label: "Share the latest run", icon: "link", onSelect: () => show("share") } as const]),
              { label: "Badge", icon: "share", onSelect: () => show("badge") },
            ],
          },
          { items: [{ label: "Delete", icon: "trash", danger: true, onSelect: () => show("delete") }] },
        ]}
      />
      {shown === "share" && latest !== null ? (
        <ShareDialog
          subject={{ kind: "run", runId: latest.id }}
          name={`run ${latest.number}`}
          onClose={() => show(null)}
        />
      ) : null}
      <BadgeDialog experimentId={experimentId} name={name} url={badge} page={page} {...dialog("badge")} />
      <DeleteExperiment experimentId={experimentId} name={name} runs={runs} {...dialog("delete")} />
    </>
  );
}
