"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { TrendMetric } from "@headroom/core";
import { Button, Icon, useToast } from "@headroom/ui";
import { useTRPC } from "../../../trpc/client.tsx";
import { problemWords } from "../../run/view/problem-words.ts";
import { ReasonDialog } from "../../run/verdict/reason-dialog.tsx";
import type { ChangeRow } from "../../trend/prepare-trend.ts";

interface AcceptChangeProps {
  experimentId: string;
  metric: TrendMetric;
  label: string | null;
  change: ChangeRow;
  /** "p99" */
  figure: string;
  /** Builds are compared with the level before it. */
  isHeldAgainst: boolean;
}

/** The one decision about a change: it is as it should be, and why. */
export function AcceptChange({
  experimentId,
  metric,
  label,
  change,
  figure,
  isHeldAgainst,
}: AcceptChangeProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const [open, setOpen] = useState(false);
  const { accepted, runId, runNumber, direction, before, after } = change;
  const { mutateAsync: accept } = useMutation(trpc.trend.accept.mutationOptions());
  const save = async (reason: string) => {
    const { run, why } = await accept({
      experimentId,
      runId,
      metric,
      label,
      direction,
      before,
      after,
      reason,
    });
    toast({ text: savedWords(run, why), tone: why === null ? "good" : "neutral" });
    router.refresh();
  };
  const of = `the change of ${figure} at run ${runNumber}`;
  return (
    <>
      {accepted === null || isHeldAgainst ? (
        <Button aria-label={`Accept ${of}`} onClick={() => setOpen(true)}>
          <Icon name="check" />
          Accept
        </Button>
      ) : (
        <Button look="quiet" aria-label={`Edit why ${of} was accepted`} onClick={() => setOpen(true)}>
          Edit
        </Button>
      )}
      {accepted === null ? null : <UndoAccept experimentId={experimentId} accepted={accepted} of={of} />}
      {open ? (
        <ReasonDialog
          title="Accept this change?"
          description={`${figure} ${change.changeText} since run ${runNumber}. ${thenWords(isHeldAgainst)}`}
          confirm={accepted === null || isHeldAgainst ? "Accept change" : "Save"}
          initial={accepted?.reason}
          shownOn="the trend"
          onClose={() => setOpen(false)}
          onConfirm={save}
        />
      ) : null}
    </>
  );
}

interface UndoAcceptProps {
  experimentId: string;
  accepted: NonNullable<ChangeRow["accepted"]>;
  of: string;
}

function UndoAccept({ experimentId, accepted: { noteId, run }, of }: UndoAcceptProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const undo = useMutation(
    trpc.trend.undoAccept.mutationOptions({
      onSuccess: () => router.refresh(),
      onError: (error) => toast({ text: problemWords(error), tone: "bad" }),
    }),
  );
  return (
    <Button
      look="quiet"
      aria-label={`Undo accepting ${of}`}
      disabled={undo.isPending}
      onClick={() => undo.mutate({ experimentId, noteId, acceptedRunId: run?.id ?? null })}
    >
      Undo
    </Button>
  );
}

function thenWords(isHeldAgainst: boolean): string {
  return isHeldAgainst
    ? "Later runs are compared with the present level, although it is worse."
    : "Your reason stays with the change as more runs arrive.";
}

function savedWords(run: { number: number } | null, why: string | null): string {
  if (run !== null) return `Accepted. Later runs are compared with run ${run.number}.`;
  return why === null ? "Accepted." : `Accepted, but runs are still compared with the level before. ${why}`;
}
