"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { MAX_WORD_LENGTH } from "@headroom/core";
import type { TrendMetric } from "@headroom/core";
import { Button, Dialog, Field, TextArea } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import type { ChangeRow } from "./prepare-trend.ts";

interface AcknowledgeButtonProps {
  experimentId: string;
  metric: TrendMetric;
  label: string | null;
  change: ChangeRow;
}

export function AcknowledgeButton({ experimentId, metric, label, change }: AcknowledgeButtonProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const { acknowledged } = change;
  const [open, setOpen] = useState(false);
  const [word, setWord] = useState(acknowledged?.word ?? "");
  const done = () => {
    setOpen(false);
    router.refresh();
  };
  const acknowledge = useMutation(trpc.trend.acknowledge.mutationOptions({ onSuccess: done }));
  const withdraw = useMutation(
    trpc.trend.withdraw.mutationOptions({ onSuccess: () => (setWord(""), done()) }),
  );
  const save = () => {
    const { runId, direction, before, after } = change;
    acknowledge.mutate({ experimentId, runId, metric, label, direction, before, after, word });
  };
  const error = acknowledge.error ?? withdraw.error;
  const name = `${acknowledged === null ? "Acknowledge" : "Edit"} the change at run ${change.runNumber}`;
  return (
    <>
      <Button aria-label={name} onClick={() => setOpen(true)}>
        {acknowledged === null ? "Acknowledge" : "Edit"}
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Change at run ${change.runNumber}`}
        description={`From ${change.beforeText} to ${change.afterText}. Your note stays with this run as more runs arrive.`}
        footer={
          <>
            {acknowledged === null ? null : (
              <Button
                disabled={withdraw.isPending}
                onClick={() => withdraw.mutate({ acknowledgementId: acknowledged.id })}
                className="mr-auto"
              >
                Remove
              </Button>
            )}
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button look="primary" disabled={acknowledge.isPending || word.trim() === ""} onClick={save}>
              Acknowledge
            </Button>
          </>
        }
      >
        <Field
          label="Why it changed"
          required
          hint={`What your colleagues should know, in at most ${MAX_WORD_LENGTH} characters.`}
          error={error?.message}
        >
          <TextArea value={word} onChange={setWord} maxLength={MAX_WORD_LENGTH} />
        </Field>
      </Dialog>
    </>
  );
}
