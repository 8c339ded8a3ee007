"use client";

import { useMutation } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ConfirmDialog, Icon, Menu, useToast } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { problemWords } from "./problem-words.ts";
import type { EditedDetails } from "./edit-details.tsx";
import { useRunView } from "./run-view.tsx";
import { runAddress } from "./search-params.ts";

/** Comes when it is wanted. */
const EditDetails = dynamic(() => import("./edit-details.tsx").then((module) => module.EditDetails), {
  ssr: false,
});

export interface RunActionsModel {
  experiment: { id: string; name: string };
  number: number;
  isBaseline: boolean;
  details: EditedDetails;
}

/** Files of what the page shows. */
export function ExportMenu() {
  const { runId, view } = useRunView();
  const address = runAddress(runId, view);
  const [, query = ""] = address.split("?");
  const link = (file: string) => `/runs/${runId}/export/${file}${query === "" ? "" : `?${query}`}`;
  return (
    <Menu
      trigger={
        <>
          <Icon name="download" />
          Export
        </>
      }
      groups={[
        {
          title: "The chosen window",
          items: [
            {
              label: "Offline page",
              hint: "One HTML file, opens without a network",
              href: link("page.html"),
            },
            { label: "Labels, CSV", href: link("labels.csv") },
            { label: "Timeline, CSV", href: link("timeline.csv") },
            {
              label: "Percentiles, .hgrm",
              hint: "As HdrHistogram prints them",
              href: link("percentiles.hgrm"),
            },
          ],
        },
        {
          title: "The run",
          items: [{ label: "JSON", hint: "As the API answers it", href: link("run.json") }],
        },
      ]}
    />
  );
}

/** What an editor does with a run. */
export function RunActions({ model }: { model: RunActionsModel }) {
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const { runId } = useRunView();
  const [dialog, setDialog] = useState<"none" | "edit" | "delete">("none");
  const { experiment, number, isBaseline, details } = model;
  const failed = (error: unknown) => toast({ text: problemWords(error), tone: "bad" });
  const pin = useMutation(
    trpc.experiment.setBaseline.mutationOptions({
      onSuccess: () => {
        const text = isBaseline ? "There is no baseline now." : `Run ${number} is the baseline.`;
        toast({ text, tone: "good" });
        router.refresh();
      },
      onError: failed,
    }),
  );
  const judge = useMutation(
    trpc.experiment.judgeRun.mutationOptions({
      onSuccess: ({ before, verdict }) => {
        const was = before === verdict ? "" : `, was ${before ?? "without verdict"}`;
        toast({ text: `Judged again: ${verdict ?? "there are no targets"}${was}.`, tone: "good" });
        router.refresh();
      },
      onError: failed,
    }),
  );
  const remove = useDeleteRun(model);
  return (
    <>
      <Menu
        label="More"
        trigger={<Icon name="more" />}
        triggerClassName="inline-flex size-9 items-center justify-center rounded-control border border-line-strong bg-surface hover:border-control wide:size-8"
        groups={[
          {
            items: [
              { label: "Edit notes and tags", icon: "edit", onSelect: () => setDialog("edit") },
              {
                label: "Judge again",
                icon: "undo",
                hint: "By the present targets",
                onSelect: () => judge.mutate({ runId }),
              },
              {
                label: isBaseline ? "Unpin the baseline" : "Make it the baseline",
                icon: "pin",
                hint: isBaseline
                  ? "Runs to come are compared with none"
                  : "Runs to come are compared with it",
                onSelect: () => pin.mutate({ experimentId: experiment.id, runId: isBaseline ? null : runId }),
              },
            ],
          },
          {
            items: [
              { label: "Delete", icon: "trash", danger: true, onSelect: () => setDialog("delete") },
              { label: "Deleted runs", href: "/runs/deleted" },
            ],
          },
        ]}
      />
      {dialog === "edit" ? <EditDetails details={details} onClose={() => setDialog("none")} /> : null}
      <ConfirmDialog
        open={dialog === "delete"}
        onOpenChange={(open) => setDialog(open ? "delete" : "none")}
        title={`Delete run ${number}?`}
        confirm="Delete run"
        danger
        onConfirm={remove}
        explain={problemWords}
      >
        It leaves every page, trend and comparison. It can be brought back for seven days; then it is removed
        for good.{isBaseline ? " It is the baseline of its experiment, which has none then." : ""}
      </ConfirmDialog>
    </>
  );
}

/** The toast outlives the page: the deletion is taken back from wherever one is then. */
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
      toast({ text: `Run ${number} is back${isBaseline ? ", as the baseline" : ""}.`, tone: "good" });
      router.push(`/runs/${runId}`);
      router.refresh();
    } catch (error) {
      toast({ text: problemWords(error), tone: "bad" });
    }
  };
  return async () => {
    const { wasBaseline } = await remove({ runId });
    toast({
      text: `Run ${number} is deleted.${wasBaseline ? ` ${experiment.name} has no baseline now.` : ""}`,
      action: { label: "Undo", onAction: () => void undo() },
      seconds: 20,
    });
    router.push(`/experiments/${experiment.id}`);
    router.refresh();
  };
}
