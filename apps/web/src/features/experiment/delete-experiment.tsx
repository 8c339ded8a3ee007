"use client";

import { plural } from "@headroom/core/format";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button, ConfirmDialog, Dialog, Field, Notice, TextInput } from "@headroom/ui";
import { explainRefusal } from "../../trpc/explain-refusal.ts";
import { useTRPC } from "../../trpc/client.tsx";

interface DeleteExperimentProps {
  experimentId: string;
  name: string;
  runs: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** If the experiment has runs, its name must be typed to confirm. */
export function DeleteExperiment({ experimentId, name, runs, open, onOpenChange }: DeleteExperimentProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const [typed, setTyped] = useState("");
  const remove = useMutation(
    trpc.experiment.delete.mutationOptions({ onSuccess: () => router.push("/experiments") }),
  );
  const dialog = { open, onOpenChange, title: "Delete this experiment?" };
  return (
    <>
      {runs === 0 ? (
        <ConfirmDialog
          {...dialog}
          confirm="Delete experiment"
          danger
          onConfirm={() => remove.mutateAsync({ experimentId, confirmation: "" })}
          explain={(error) => explainRefusal(error).words}
        >
          It has no runs. Once it is deleted, its name can be used again.
        </ConfirmDialog>
      ) : (
        <Dialog
          {...dialog}
          description={`Its ${plural(runs, "run")} are no longer listed. Links to them keep working.`}
          footer={
            <>
              <Button onClick={() => onOpenChange(false)}>Cancel</Button>
              <Button
                look="danger"
                busy={remove.isPending}
                disabled={typed.trim() !== name.trim()}
                onClick={() => remove.mutate({ experimentId, confirmation: typed })}
              >
                Delete experiment
              </Button>
            </>
          }
        >
          <Field label={<>Type “{name}” to confirm</>} required>
            <TextInput value={typed} onChange={setTyped} autoComplete="off" />
          </Field>
          {remove.error === null ? null : (
            <Notice tone="bad" live className="mt-3">
              {explainRefusal(remove.error).words}
            </Notice>
          )}
        </Dialog>
      )}
    </>
  );
}
