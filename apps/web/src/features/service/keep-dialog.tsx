"use client";

import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { FormEvent } from "react";
import { Button, Dialog, Field, Form, Notice, Select, TextArea, TextInput } from "@headroom/ui";
import { newKey } from "../upload/new-key.ts";
import { ProblemWords } from "../upload/problem-words.tsx";
import { useTickets } from "../upload/use-ticket.ts";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { keepTraffic } from "./send-keep.ts";

export interface KeepDialogProps {
  slug: string;
  range: { from: string; to: string };
  /** Of the service. */
  experiments: readonly { slug: string; name: string }[];
  ingestUrl: string;
  timeZone: string;
  onClose: () => void;
  onKept: (runId: string) => void;
}

const NEW = "";

/** Asks for what a run needs beside its requests. */
export function KeepDialog(props: KeepDialogProps) {
  const { range, experiments, timeZone, onClose } = props;
  const [typed, setTyped] = useState<Typed>({
    experiment: experiments[0]?.slug ?? NEW,
    name: "",
    environment: "",
    notes: "",
  });
  const change = (changes: Partial<typeof typed>) => setTyped((before) => ({ ...before, ...changes }));
  const isNew = typed.experiment === NEW;
  const experiment = isNew ? typed.name.trim() : typed.experiment;
  const { send, isPending, problem } = useKeep(props);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (experiment !== "") send({ ...typed, experiment });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Keep as run"
      description={
        <>
          All requests, labels and gauges of{" "}
          <ViewerTime from={range.from} to={range.to} timeZone={timeZone} />. To keep another range, drag on a
          chart first.
        </>
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form="keep-as-run"
            look="primary"
            busy={isPending}
            disabled={experiment === ""}
          >
            Keep as run
          </Button>
        </>
      }
    >
      <Form id="keep-as-run" noValidate onSubmit={onSubmit} className="space-y-3.5">
        <KeepFields typed={typed} experiments={experiments} onChange={change} />
        {problem === null ? null : (
          <Notice tone="bad" live>
            <ProblemWords problem={problem} />
          </Notice>
        )}
      </Form>
    </Dialog>
  );
}

interface Typed {
  /** The slug of an experiment, or NEW. */
  experiment: string;
  /** Of a new one. */
  name: string;
  environment: string;
  notes: string;
}

interface KeepFieldsProps {
  typed: Typed;
  experiments: KeepDialogProps["experiments"];
  onChange: (changes: Partial<Typed>) => void;
}

function KeepFields({ typed, experiments, onChange }: KeepFieldsProps) {
  const isNew = typed.experiment === NEW;
  return (
    <>
      <Field label="Experiment" required>
        <Select
          options={[
            ...experiments.map(({ slug, name }) => ({ value: slug, label: name })),
            { value: NEW, label: "New experiment" },
          ]}
          value={typed.experiment}
          onChange={(value) => onChange({ experiment: value })}
        />
      </Field>
      {isNew ? (
        <Field label="Name" hint="For example Black Friday, or A normal day." required>
          <TextInput value={typed.name} onChange={(name) => onChange({ name })} maxLength={200} />
        </Field>
      ) : null}
      <Field label="Environment">
        <TextInput
          value={typed.environment}
          onChange={(environment) => onChange({ environment })}
          placeholder="production"
          maxLength={200}
        />
      </Field>
      <Field label="Notes">
        <TextArea value={typed.notes} onChange={(notes) => onChange({ notes })} rows={3} maxLength={10_000} />
      </Field>
    </>
  );
}

function useKeep({ slug, range, ingestUrl, onKept }: KeepDialogProps) {
  const tickets = useTickets();
  // The same for every try of the same form, so that a repeat makes no second run.
  const attempt = useRef({ body: "", key: "" });
  const { mutate, isPending, data } = useMutation({
    mutationFn: async ({ experiment, environment, notes }: Omit<Typed, "name">) => {
      const optional = { environment: environment.trim(), notes: notes.trim() };
      const given = Object.entries(optional).filter(([, text]) => text !== "");
      const body = JSON.stringify({ ...range, experiment, ...Object.fromEntries(given) });
      if (attempt.current.body !== body) attempt.current = { body, key: newKey() };
      const ticket = await tickets.take();
      return keepTraffic({ ingestUrl, ticket, slug, body, idempotencyKey: attempt.current.key });
    },
    onSuccess: (kept) => {
      if ("runId" in kept) onKept(kept.runId);
      else if (kept.problem.expired) tickets.drop();
    },
  });
  const problem = data !== undefined && "problem" in data && !isPending ? data.problem : null;
  return { send: mutate, isPending: isPending || (data !== undefined && "runId" in data), problem };
}
