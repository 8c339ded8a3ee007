"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { FormEvent } from "react";
import { Button, Dialog, Field, Form, Notice, TextArea, TextInput, useToast } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { readProblem } from "./problem-words.ts";
import type { Problem } from "./problem-words.ts";
import { useRunView } from "./run-view.tsx";

export interface EditedDetails {
  notes: string | null;
  /** "team=search", "peak" */
  tags: readonly string[];
  environment: string | null;
  commit: string | null;
  branch: string | null;
  ciUrl: string | null;
  /** "0.004 USD/s" */
  price: string | null;
  /** When they were last changed, as this page saw them. */
  editedAt: Date | null;
}

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
      title="Notes and tags"
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
interface Typed {
  notes: string;
  /** Separated by commas. */
  tags: string;
  environment: string;
  commit: string;
  branch: string;
  ciUrl: string;
  price: string;
}

const FIELDS: readonly (keyof Typed)[] = [
  "notes",
  "tags",
  "environment",
  "commit",
  "branch",
  "ciUrl",
  "price",
];

function typedOf({ notes, tags, environment, commit, branch, ciUrl, price }: EditedDetails): Typed {
  return {
    notes: notes ?? "",
    tags: tags.join(", "),
    environment: environment ?? "",
    commit: commit ?? "",
    branch: branch ?? "",
    ciUrl: ciUrl ?? "",
    price: price ?? "",
  };
}

function inputOf({ notes, tags, environment, commit, branch, ciUrl, price }: Typed) {
  return {
    notes: orNull(notes),
    tags: tags
      .split(/[,\n]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
    environment: orNull(environment),
    commit: orNull(commit),
    branch: orNull(branch),
    ciUrl: orNull(ciUrl),
    price: orNull(price),
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
  const of = (field: keyof Typed) => ({
    value: typed[field],
    onChange: (value: string) => onChange({ [field]: value }),
  });
  return (
    <>
      <Field label="Notes" error={wrong("notes")}>
        <TextArea {...of("notes")} rows={5} maxLength={10_000} />
      </Field>
      <Field label="Tags" hint="Separate with commas: peak, team=search" error={wrong("tags")}>
        <TextInput {...of("tags")} />
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
        <Field
          label="Price"
          hint="Of everything that was running: 0.004 USD/s or 14.40 USD/h"
          className="wide:col-span-2"
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
