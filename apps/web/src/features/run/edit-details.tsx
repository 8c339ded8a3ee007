"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { FormEvent } from "react";
import { Button, Dialog, Field, Form, Notice, TextArea, TextInput, useToast } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { readProblem } from "./problem-words.ts";
import { useRunView } from "./run-view.tsx";

export interface EditedDetails {
  notes: string | null;
  /** "team=search", "peak" */
  tags: readonly string[];
  environment: string | null;
  commit: string | null;
  branch: string | null;
  ciUrl: string | null;
  /** When they were last changed, as this page saw them. */
  editedAt: Date | null;
}

interface EditDetailsProps {
  details: EditedDetails;
  onClose: () => void;
}

const textOf = (value: string | null) => value ?? "";
const orNull = (text: string) => (text.trim() === "" ? null : text.trim());

/** Edits what people say about a run. What was typed stays until it is saved. */
export function EditDetails({ details, onClose }: EditDetailsProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const { runId } = useRunView();
  const [notes, setNotes] = useState(textOf(details.notes));
  const [tags, setTags] = useState(details.tags.join(", "));
  const [environment, setEnvironment] = useState(textOf(details.environment));
  const [commit, setCommit] = useState(textOf(details.commit));
  const [branch, setBranch] = useState(textOf(details.branch));
  const [ciUrl, setCiUrl] = useState(textOf(details.ciUrl));
  const { mutate, isPending, error } = useMutation(
    trpc.run.edit.mutationOptions({
      onSuccess: () => {
        toast({ text: "Saved.", tone: "good" });
        onClose();
        router.refresh();
      },
    }),
  );
  const problem = error ? readProblem(error) : null;
  const wrong = (field: string) =>
    problem !== null && (problem.field === field || problem.field?.startsWith(`${field}.`))
      ? problem.message
      : null;
  const known = ["notes", "tags", "environment", "commit", "branch", "ciUrl"].some((field) => wrong(field));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    mutate({
      runId,
      seen: details.editedAt,
      notes: orNull(notes),
      tags: tags
        .split(/[,\n]/)
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ""),
      environment: orNull(environment),
      commit: orNull(commit),
      branch: orNull(branch),
      ciUrl: orNull(ciUrl),
    });
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
        <Field label="Notes" error={wrong("notes")}>
          <TextArea value={notes} onChange={setNotes} rows={5} maxLength={10_000} />
        </Field>
        <Field label="Tags" hint="Separate with commas: peak, team=search" error={wrong("tags")}>
          <TextInput value={tags} onChange={setTags} />
        </Field>
        <div className="grid grid-cols-1 gap-3.5 wide:grid-cols-2">
          <Field label="Environment" error={wrong("environment")}>
            <TextInput value={environment} onChange={setEnvironment} maxLength={200} />
          </Field>
          <Field label="Branch" error={wrong("branch")}>
            <TextInput value={branch} onChange={setBranch} mono maxLength={200} />
          </Field>
          <Field label="Commit" error={wrong("commit")}>
            <TextInput value={commit} onChange={setCommit} mono maxLength={200} />
          </Field>
          <Field label="CI link" error={wrong("ciUrl")}>
            <TextInput value={ciUrl} onChange={setCiUrl} type="url" maxLength={2_000} />
          </Field>
        </div>
        {problem !== null && !known ? (
          <Notice tone={problem.conflict ? "unsure" : "bad"} live>
            {problem.message} {problem.hint}
          </Notice>
        ) : null}
      </Form>
    </Dialog>
  );
}
