"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { FormEvent } from "react";
import {
  Button,
  Dialog,
  Field,
  Form,
  Notice,
  NumberInput,
  TextArea,
  TextInput,
  useToast,
} from "@headroom/ui";
import { configurationTexts, readConfiguration } from "@headroom/core";
import { useTRPC } from "../../../trpc/client.tsx";
import type { EditedDetails, StatedFields } from "./edited-details.ts";
import { readProblem } from "../view/problem-words.ts";
import type { Problem } from "../view/problem-words.ts";
import { useRunView } from "../view/run-view.tsx";

interface EditDetailsProps {
  details: EditedDetails;
  onClose: () => void;
}

/** Edits what people say about a run. What was typed stays until it is saved. */
export function EditDetails({ details, onClose }: EditDetailsProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const { runId } = useRunView();
  const [typed, setTyped] = useState(typedOf(details));
  const { mutate, isPending, error } = useMutation(
    trpc.run.edit.mutationOptions({
      onSuccess: () => {
        toast({ text: "Saved.", tone: "good" });
        onClose();
        router.refresh();
      },
    }),
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    mutate({ runId, seen: details.editedAt, ...inputOf(typed) });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Configuration and notes"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form="run-details" look="primary" busy={isPending}>
            Save
          </Button>
        </>
      }
    >
      <Form id="run-details" noValidate onSubmit={onSubmit} className="space-y-3.5">
        <DetailsFields
          typed={typed}
          onChange={(changes) => setTyped((before) => ({ ...before, ...changes }))}
          problem={error ? readProblem(error) : null}
        />
      </Form>
    </Dialog>
  );
}

/** The texts of the fields, as they are typed. */
interface Typed extends StatedFields {
  notes: string;
  changed: string;
  /** One key a line. */
  configuration: string;
  environment: string;
  commit: string;
  branch: string;
  ciUrl: string;
  price: string;
}

const TEXTS = ["notes", "changed", "environment", "commit", "branch", "ciUrl", "price"] as const;
const NUMBERS = ["ratePerGenerator", "generators", "threadsPerGenerator"] as const;
const FIELDS: readonly (keyof Typed)[] = [...TEXTS, ...NUMBERS, "configuration"];

function typedOf({ editedAt: _seen, configuration, ...details }: EditedDetails): Typed {
  const texts = Object.fromEntries(TEXTS.map((field) => [field, details[field] ?? ""]));
  const typed = { ...details, ...texts, configuration: configurationTexts(configuration).join("\n") };
  return typed as Typed;
}

function inputOf({ configuration, ...typed }: Typed) {
  const lines = configuration.split("\n").filter((line) => line.trim() !== "");
  return {
    ...typed,
    ...Object.fromEntries(TEXTS.map((field) => [field, orNull(typed[field])])),
    configuration: readConfiguration(lines),
  };
}

function orNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}

interface DetailsFieldsProps {
  typed: Typed;
  onChange: (changes: Partial<Typed>) => void;
  problem: Problem | null;
}

function DetailsFields({ typed, onChange, problem }: DetailsFieldsProps) {
  const wrong = (field: string) =>
    problem !== null && (problem.field === field || problem.field?.startsWith(`${field}.`))
      ? (problem.fieldMessage ?? problem.message)
      : null;
  const of = (field: Exclude<keyof Typed, keyof StatedFields>) => ({
    value: typed[field],
    onChange: (value: string) => onChange({ [field]: value }),
  });
  return (
    <>
      <Field
        label="What was changed"
        hint="In one line: cache co-recs; 8 to 12 GB. Comparisons show it."
        error={wrong("changed")}
      >
        <TextInput {...of("changed")} maxLength={500} />
      </Field>
      <Field
        label="Configuration"
        hint="What was running, one key a line: memory=12 GB. Comparisons name the keys that differ."
        error={wrong("configuration")}
      >
        <TextArea {...of("configuration")} rows={4} maxLength={30_000} />
      </Field>
      <Field label="Notes" error={wrong("notes")}>
        <TextArea {...of("notes")} rows={5} maxLength={10_000} />
      </Field>
      <div className="grid grid-cols-1 gap-3.5 wide:grid-cols-2">
        <Field label="Environment" error={wrong("environment")}>
          <TextInput {...of("environment")} maxLength={200} />
        </Field>
        <Field label="Branch" error={wrong("branch")}>
          <TextInput {...of("branch")} mono maxLength={200} />
        </Field>
        <Field label="Commit" error={wrong("commit")}>
          <TextInput {...of("commit")} mono maxLength={200} />
        </Field>
        <Field label="CI link" error={wrong("ciUrl")}>
          <TextInput {...of("ciUrl")} type="url" maxLength={2_000} />
        </Field>
        <LoadFields typed={typed} onChange={onChange} wrong={wrong} />
        <Field
          label="Price"
          hint="Of everything that was running: 0.004 USD/s or 14.40 USD/h"
          error={wrong("price")}
        >
          <TextInput {...of("price")} maxLength={60} />
        </Field>
      </div>
      {problem !== null && !FIELDS.some((field) => wrong(field)) ? (
        <Notice tone={problem.conflict ? "unsure" : "bad"} live>
          {problem.message} {problem.hint}
        </Notice>
      ) : null}
    </>
  );
}

/** What this run was meant to send, in place of the experiment's workload. */
function LoadFields({
  typed,
  onChange,
  wrong,
}: Omit<DetailsFieldsProps, "problem"> & { wrong: (field: string) => string | null }) {
  const number = (field: keyof StatedFields) => ({
    value: typed[field],
    onChange: (value: number | null) => onChange({ [field]: value }),
  });
  return (
    <>
      <Field
        label="Rate per generator"
        hint="Only if it isn't the experiment's."
        error={wrong("ratePerGenerator")}
      >
        <NumberInput {...number("ratePerGenerator")} unit="req/s" />
      </Field>
      <Field label="Generators" error={wrong("generators")}>
        <NumberInput {...number("generators")} whole />
      </Field>
      <Field label="Threads per generator" error={wrong("threadsPerGenerator")}>
        <NumberInput {...number("threadsPerGenerator")} whole />
      </Field>
    </>
  );
}
