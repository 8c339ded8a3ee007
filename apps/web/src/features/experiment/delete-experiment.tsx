"use client";

import { plural } from "@headroom/core/format";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button, Dialog, Field, Icon, TextInput } from "@headroom/ui";
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
    trpc.experiment.delete.mutationOptions({
      onSuccess: () => {
        router.push("/catalog");
      },
    }),
  );
  const sure = runs === 0 || typed.trim() === name.trim();
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Icon name="trash" />
        Delete
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Delete this experiment?"
        description={
          runs === 0
            ? "It has no runs. Deleting it removes it from the catalog, and its name can be used again."
            : `Deleting it removes it from the catalog with its ${plural(runs, "run")}. Links to the runs keep working.`
        }
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button
              look="danger"
              busy={remove.isPending}
              disabled={!sure}
              onClick={() => remove.mutate({ experimentId, confirmation: typed })}
            >
              Delete experiment
            </Button>
          </>
        }
      >
        {runs === 0 ? null : (
          <Field label={<>Type “{name}” to confirm</>} required error={remove.error?.message}>
            <TextInput value={typed} onChange={setTyped} autoComplete="off" />
          </Field>
        )}
      </Dialog>
    </>
  );
}
