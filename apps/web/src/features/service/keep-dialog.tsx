"use client";

import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { FormEvent } from "react";
import { Button, Dialog, Form, Notice } from "@headroom/ui";
import { newKey } from "../upload/new-key.ts";
import { ProblemWords } from "../upload/problem-words.tsx";
import { noTicket } from "../upload/read-problem.ts";
import { useTickets } from "../upload/use-ticket.ts";
import { KeepFields } from "./keep-fields.tsx";
import type { KeepForm, KnownExperiment } from "./keep-fields.tsx";
import { readRange, toField } from "../shell/local-range.ts";
import type { LocalRange } from "../shell/local-range.ts";
import { keepTraffic } from "./send-keep.ts";

export interface KeepDialogProps {
  slug: string;
  /** What the page shows: the fields begin with it. */
  range: LocalRange;
  /** The experiment of the service that had the latest run. */
  latest: KnownExperiment | null;
  ingestUrl: string;
  onClose: () => void;
  onKept: (runId: string) => void;
}

/** Asks for what a run needs beside its requests. */
export function KeepDialog(props: KeepDialogProps) {
  const { slug, range, latest, onClose } = props;
  const [form, setForm] = useState<KeepForm>({
    from: toField(range.from),
    to: toField(range.to),
    experiment: latest?.name ?? "",
    slug: latest?.slug ?? null,
    environment: "",
    notes: "",
  });
  const [now] = useState(() => new Date());
  const read = readRange(form, { shown: range, now });
  const { send, isPending, problem } = useKeep(props);
  const isReady = "range" in read && form.experiment.trim() !== "";
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) send({ ...form, ...read.range });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Keep as run"
      description="All requests, labels and gauges of the range become a run that stays when the traffic is removed."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="keep-as-run" look="primary" busy={isPending} disabled={!isReady}>
            Keep as run
          </Button>
        </>
      }
    >
      <Form id="keep-as-run" noValidate onSubmit={onSubmit} className="space-y-3.5">
        <KeepFields
          service={slug}
          form={form}
          read={read}
          onChange={(changes) => setForm((before) => ({ ...before, ...changes }))}
        />
        {problem === null ? null : (
          <Notice tone="bad" live>
            <ProblemWords problem={problem} />
          </Notice>
        )}
      </Form>
    </Dialog>
  );
}

function useKeep({ slug, ingestUrl, onKept }: KeepDialogProps) {
  const tickets = useTickets();
  // The same for every try of the same form, so that a repeat makes no second run.
  const attempt = useRef({ body: "", key: "" });
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: async ({ from, to, experiment, slug: known, environment, notes }: KeepForm) => {
      const optional = { environment: environment.trim(), notes: notes.trim() };
      const given = Object.entries(optional).filter(([, text]) => text !== "");
      const body = JSON.stringify({
        from,
        to,
        experiment: known ?? experiment.trim(),
        ...Object.fromEntries(given),
      });
      if (attempt.current.body !== body) attempt.current = { body, key: newKey() };
      const ticket = await tickets.take();
      return keepTraffic({ ingestUrl, ticket, slug, body, idempotencyKey: attempt.current.key });
    },
    onSuccess: (kept) => {
      if ("runId" in kept) onKept(kept.runId);
      else if (kept.problem.expired) tickets.drop();
    },
  });
  const refused = data !== undefined && "problem" in data && !isPending ? data.problem : null;
  const problem = error === null ? refused : noTicket(error);
  return { send: mutate, isPending: isPending || (data !== undefined && "runId" in data), problem };
}
