"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button, Dialog, Field, Form, Notice, TextArea, TextInput } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { readMoment } from "../event/event-words.ts";
import { localText } from "../event/local-text.ts";
import { formProblem, problemAt } from "../shell/form-problem.ts";
import { suggestedEnd } from "./prepare-risks.ts";
import type { OpenRisk } from "./prepare-risks.ts";

interface AcceptRiskProps {
  risk: OpenRisk;
  /** Of the peak day. */
  endsAt: string;
  now: string;
  timeZone: string;
}

/** Opens the form in which a member accepts a risk. */
export function AcceptRisk(props: AcceptRiskProps) {
  const [open, setOpen] = useState(false);
  const { experiment, what } = props.risk;
  return (
    <>
      <Button
        className="mt-2.5"
        onClick={() => setOpen(true)}
        aria-label={`Accept the risk of ${experiment}, ${what}`}
      >
        Accept the risk…
      </Button>
      {open ? <AcceptDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function AcceptDialog({ risk, endsAt, now, timeZone, onClose }: AcceptRiskProps & { onClose: () => void }) {
  const trpc = useTRPC();
  const router = useRouter();
  const suggested = suggestedEnd({ endsAt, now });
  const [reason, setReason] = useState("");
  const [until, setUntil] = useState(localText(suggested, timeZone));
  const moment = readMoment(until, { at: suggested, timeZone });
  const onSuccess = () => {
    router.refresh();
    onClose();
  };
  const acceptMiss = useMutation(trpc.readiness.acceptRisk.mutationOptions({ onSuccess }));
  const acceptRemoval = useMutation(trpc.readiness.acceptRemoval.mutationOptions({ onSuccess }));
  const isPending = acceptMiss.isPending || acceptRemoval.isPending;
  const problem = formProblem(acceptMiss.error ?? acceptRemoval.error, ["reason", "until"]);
  const untilProblem = "problem" in moment ? moment.problem : problemAt(problem, "until");
  const above = problemAt(problem, null);
  const isReady = "at" in moment && reason.trim() !== "";
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Accept a risk for ${risk.experiment}`}
      description={`${risk.experiment} ${risk.words} You accept it in your name, and everyone who opens this report sees why.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="accept-risk" look="primary" busy={isPending} disabled={!isReady}>
            Accept the risk
          </Button>
        </>
      }
    >
      <Form
        id="accept-risk"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isReady) return;
          const said = { reason, until: moment.at };
          if ("runId" in risk.of) acceptMiss.mutate({ ...risk.of, ...said });
          else acceptRemoval.mutate({ ...risk.of, ...said });
        }}
      >
        <Field label="Why it's acceptable" error={problemAt(problem, "reason")} required>
          <TextArea value={reason} onChange={setReason} maxLength={2_000} />
        </Field>
        <Field label="Accepted until" hint={timeZone} error={untilProblem} required>
          <TextInput type="datetime-local" value={until} onChange={setUntil} />
        </Field>
        {above === undefined ? null : (
          <Notice tone="bad" live>
            {above}
          </Notice>
        )}
      </Form>
    </Dialog>
  );
}
