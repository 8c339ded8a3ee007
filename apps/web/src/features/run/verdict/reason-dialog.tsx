"use client";

import { useState } from "react";
import { MAX_RUN_REASON_LENGTH } from "@headroom/core";
import { Button, Dialog, Field, TextArea } from "@headroom/ui";
import { problemWords } from "../view/problem-words.ts";

interface ReasonDialogProps {
  title: string;
  description: string;
  /** What the button says. */
  confirm: string;
  /** What was given before. */
  initial?: string | undefined;
  /** Where it is read. */
  shownOn?: string;
  onClose: () => void;
  /** Closes the dialog unless it throws. */
  onConfirm: (reason: string) => Promise<void>;
}

/** Asks why before something is decided about a run or a change. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, description, confirm, initial = "", shownOn = "the run's page", onClose, onConfirm } = props;
  const [reason, setReason] = useState(initial);
  const [problem, setProblem] = useState<string | undefined>();
  const [pending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    try {
      await onConfirm(reason);
      onClose();
    } catch (error) {
      setProblem(problemWords(error));
      setPending(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={pending || reason.trim() === ""} onClick={() => void save()}>
            {confirm}
          </Button>
        </>
      }
    >
      <Field
        label="Reason"
        required
        hint={`Shown on ${shownOn}, in at most ${MAX_RUN_REASON_LENGTH} characters.`}
        error={problem}
      >
        <TextArea value={reason} onChange={setReason} maxLength={MAX_RUN_REASON_LENGTH} />
      </Field>
    </Dialog>
  );
}
