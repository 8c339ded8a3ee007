"use client";

import { useMutation } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { UNDO_DAYS } from "@headroom/core";
import { ConfirmDialog, Icon, Menu, useToast } from "@headroom/ui";
import type { MenuGroup } from "@headroom/ui";
import { useTRPC } from "../../../trpc/client.tsx";
import { commandsOfMenu, usePageCommands } from "../../shell/page-commands.ts";
import { problemWords } from "../view/problem-words.ts";
import type { EditedDetails } from "./edited-details.ts";
import { ReasonDialog } from "../verdict/reason-dialog.tsx";
import { useRunView } from "../view/run-view.tsx";
import { runAddress } from "../view/search-params.ts";
import { useDownload } from "../tables/use-download.ts";
import { useRunVerbs } from "./use-run-verbs.ts";
import { useSetAside } from "../verdict/use-set-aside.ts";

/** Loaded on demand. */
const EditDetails = dynamic(() => import("./edit-details.tsx").then((module) => module.EditDetails), {
  ssr: false,
});

export interface RunActionsModel {
  experiment: { id: string; name: string };
  number: number;
  isBaseline: boolean;
  isSetAside: boolean;
  details: EditedDetails;
}

const CELL_FILES = [
  {
    label: "Cells, Parquet",
    hint: "Every label and step, for DuckDB, pandas, Polars or R",
    file: "cells.parquet",
  },
];

/** Files of what the page shows, and of the run's cells, which ingest writes. */
export function ExportMenu({ ingestUrl, hasCells }: { ingestUrl: string; hasCells: boolean }) {
  const { runId, view } = useRunView();
  const { download } = useDownload({ runId, ingestUrl });
  const address = runAddress(runId, view);
  const [, query = ""] = address.split("?");
  const link = (file: string) => `/runs/${runId}/export/${file}${query === "" ? "" : `?${query}`}`;
  const groups: MenuGroup[] = [
    {
      title: "This window",
      items: [
        {
          label: "Offline page",
          hint: "One HTML file that opens offline",
          href: link("page.html"),
        },
        { label: "Labels, CSV", href: link("labels.csv") },
        { label: "Timeline, CSV", href: link("timeline.csv") },
        { label: "Errors, CSV", href: link("errors.csv") },
        { label: "Slowest requests, CSV", href: link("slowest.csv") },
        { label: "Gauges, CSV", href: link("gauges.csv") },
        {
          label: "Percentiles, .hgrm",
          hint: "In HdrHistogram's format",
          href: link("percentiles.hgrm"),
        },
      ],
    },
    {
      title: "Whole run",
      items: [
        { label: "JSON", hint: "As the API returns it", href: link("run.json") },
        ...(hasCells
          ? CELL_FILES.map(({ label, hint, file }) => ({
              label,
              hint,
              onSelect: () => void download(file, "HEAD"),
            }))
          : []),
      ],
    },
  ];
  usePageCommands(commandsOfMenu(groups, (label) => `Export ${label}`));
  return (
    <Menu
      trigger={
        <>
          <Icon name="download" />
          Export
        </>
      }
      groups={groups}
    />
  );
}

/** What an editor does with a run. */
export function RunActions({ model }: { model: RunActionsModel }) {
  const { runId } = useRunView();
  const [dialog, setDialog] = useState<"none" | "edit" | "aside" | "delete">("none");
  const { experiment, number, isBaseline, details } = model;
  const verbs = useRunVerbs({ experimentId: experiment.id, runId, number, isBaseline });
  const remove = useDeleteRun(model);
  const aside = useSetAside({ runId, number });
  const groups: MenuGroup[] = [
    {
      items: [
        { label: "Edit configuration and notes", icon: "edit", onSelect: () => setDialog("edit") },
        ...verbs,
        model.isSetAside
          ? { label: "Count again", icon: "undo", onSelect: aside.undo }
          : {
              label: "Set aside",
              icon: "close",
              hint: "Still shown, but counts for nothing",
              onSelect: () => setDialog("aside"),
            },
      ],
    },
    {
      items: [
        { label: "Delete", icon: "trash", danger: true, onSelect: () => setDialog("delete") },
        { label: "Deleted runs", href: "/runs/deleted" },
      ],
    },
  ];
  usePageCommands(commandsOfMenu(groups));
  return (
    <>
      <Menu
        label="More"
        trigger={<Icon name="more" />}
        triggerClassName="inline-flex size-9 items-center justify-center rounded-control border border-line-strong bg-surface hover:border-control wide:size-8"
        groups={groups}
      />
      {dialog === "edit" ? <EditDetails details={details} onClose={() => setDialog("none")} /> : null}
      {dialog === "aside" ? (
        <ReasonDialog
          title={`Set run ${number} aside?`}
          description="It stays on every page, but later runs aren't compared with it, and it no longer counts for trends, capacity, readiness or the badge."
          confirm="Set aside"
          onClose={() => setDialog("none")}
          onConfirm={aside.set}
        />
      ) : null}
      <ConfirmDialog
        open={dialog === "delete"}
        onOpenChange={(open) => setDialog(open ? "delete" : "none")}
        title={`Delete run ${number}?`}
        confirm="Delete run"
        danger
        onConfirm={remove}
        explain={problemWords}
      >
        It disappears from every page, trend, and comparison. You can restore it for {UNDO_DAYS} days; after
        that it is permanently deleted.
        {isBaseline ? " It is the experiment's baseline: without it, the experiment has none." : ""}
      </ConfirmDialog>
    </>
  );
}

/** The toast outlives the page, so the deletion can be undone from anywhere. */
function useDeleteRun({ experiment, number }: RunActionsModel): () => Promise<void> {
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const { runId } = useRunView();
  const { mutateAsync: remove } = useMutation(trpc.run.delete.mutationOptions());
  const { mutateAsync: restore } = useMutation(trpc.run.restore.mutationOptions());
  const undo = async () => {
    try {
      const { isBaseline } = await restore({ runId });
      toast({ text: `Run ${number} restored${isBaseline ? " as the baseline" : ""}.`, tone: "good" });
      router.push(`/runs/${runId}`);
      router.refresh();
    } catch (error) {
      toast({ text: problemWords(error), tone: "bad" });
    }
  };
  return async () => {
    const { wasBaseline } = await remove({ runId });
    toast({
      text: `Run ${number} deleted.${wasBaseline ? ` ${experiment.name} no longer has a baseline.` : ""}`,
      action: { label: "Undo", onAction: () => void undo() },
      seconds: 20,
    });
    router.push(`/experiments/${experiment.id}`);
    router.refresh();
  };
}
