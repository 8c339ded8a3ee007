"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button, useToast } from "@headroom/ui";
import { useTRPC } from "../../../trpc/client.tsx";
import type { AcceptModel } from "./prepare-accept.ts";
import { problemWords } from "../view/problem-words.ts";
import { ReasonDialog } from "./reason-dialog.tsx";
import { useRunView } from "../view/run-view.tsx";

/** Who accepted what changed in the run, or that somebody may. Reports link to it. */
export function AcceptChange({ model, mayEdit }: { model: AcceptModel; mayEdit: boolean }) {
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const { runId } = useRunView();
  const [open, setOpen] = useState(false);
  const { mutateAsync: accept } = useMutation(trpc.run.accept.mutationOptions());
  const undo = useMutation(
    trpc.run.undoAccept.mutationOptions({
      onSuccess: () => {
        toast({ text: "The change is no longer accepted.", tone: "good" });
        router.refresh();
      },
      onError: (error) => toast({ text: problemWords(error), tone: "bad" }),
    }),
  );
  return (
    <div
      id="accept"
      className="mt-2 flex scroll-mt-4 flex-wrap items-center gap-x-3 gap-y-1.5 text-13 text-ink-2"
    >
      <p className="[overflow-wrap:anywhere]">{model.words}</p>
      {!mayEdit ? null : model.isAccepted ? (
        <Button disabled={undo.isPending} onClick={() => undo.mutate({ runId })}>
          Undo acceptance
        </Button>
      ) : (
        <Button onClick={() => setOpen(true)}>Accept change</Button>
      )}
      {open ? (
        <ReasonDialog
          title="Accept this change?"
          description="Later runs are compared with this one, although it got worse. What was found about it stays on its page."
          confirm="Accept change"
          onClose={() => setOpen(false)}
          onConfirm={async (reason) => {
            await accept({ runId, reason });
            toast({ text: "The change is accepted.", tone: "good" });
            router.refresh();
          }}
        />
      ) : null}
    </div>
  );
}
