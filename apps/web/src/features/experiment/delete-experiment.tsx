"use client";

import { plural } from "@headroom/core/format";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button, ConfirmDialog, Dialog, Field, Icon, Notice, TextInput } from "@headroom/ui";
import { explainRefusal } from "../../trpc/explain-refusal.ts";
import { useTRPC } from "../../trpc/client.tsx";

interface DeleteExperimentProps {
  experimentId: string;
  name: string;
  runs: number;
}

/** If the experiment has runs, its name must be typed to confirm. */
export function DeleteExperiment({ experimentId, name, runs }: DeleteExperimentProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const remove = useMutation(
    trpc.experiment.delete.mutationOptions({ onSuccess: () => router.push("/catalog") }),
  );
  const dialog = { open, onOpenChange: setOpen, title: "Delete this experiment?" };
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Icon name="trash" />
        Delete
      </Button>
      {runs === 0 ? (
        <ConfirmDialog
          {...dialog}
          confirm="Delete experiment"
          danger
          onConfirm={() => remove.mutateAsync({ experimentId, confirmation: "" })}
          explain={(error) => explainRefusal(error).words}
        >
          It has no runs. Deleting it removes it from the catalog, and its name can be used again.
        </ConfirmDialog>
      ) : (
        <Dialog
          {...dialog}
          description={`Deleting it removes it from the catalog with its ${plural(runs, "run")}. Links to the runs keep working.`}
          footer={
            <>
              <Button onClick={() => setOpen(false)}>Cancel</Button>
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
