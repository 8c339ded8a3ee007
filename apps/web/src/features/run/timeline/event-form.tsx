"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button, Field, Form, Notice, Select, TextInput } from "@headroom/ui";
import { useTRPC } from "../../../trpc/client.tsx";
import { MomentField, useMoment } from "./moment-field.tsx";
import { problemWords } from "../view/problem-words.ts";
import { useRunView } from "../view/run-view.tsx";

const KINDS = [
  { value: "deploy", label: "Deploy" },
  { value: "scale", label: "Scale" },
  { value: "cache-flush", label: "Cache flush" },
  { value: "failure", label: "Failure" },
  { value: "note", label: "Note" },
] as const;
type Kind = (typeof KINDS)[number]["value"];

/** What happened at a moment of the run. */
export function EventForm({ origin }: { origin: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const { runId } = useRunView();
  const [kind, setKind] = useState<Kind>("deploy");
  const [title, setTitle] = useState("");
  const moment = useMoment();
  const { mutate, isPending, error } = useMutation(
    trpc.run.addEvent.mutationOptions({
      onSuccess: () => {
        setTitle("");
        moment.type("");
        router.refresh();
      },
    }),
  );
  return (
    <Form
      noValidate
      className="mt-3 space-y-2.5 border-t border-line pt-3"
      onSubmit={(event) => {
        event.preventDefault();
        const atSeconds = moment.read(false);
        if (typeof atSeconds === "number" && title.trim() !== "")
          mutate({ runId, at: momentOf(origin, atSeconds), kind, title: title.trim() });
      }}
    >
      <div className="flex flex-wrap items-start gap-3">
        <Field label="Type" required className="w-36">
          <Select options={KINDS} value={kind} onChange={setKind} />
        </Field>
        <Field label="Title" required className="min-w-48 flex-1">
          <TextInput value={title} onChange={setTitle} onFocus={moment.take} maxLength={200} />
        </Field>
        <MomentField label="Time" required moment={moment} />
      </div>
      {error ? (
        <Notice tone="bad" live>
          {problemWords(error)}
        </Notice>
      ) : null}
      <Button type="submit" busy={isPending} disabled={title.trim() === ""}>
        Add an event
      </Button>
    </Form>
  );
}

function momentOf(origin: string, atSeconds: number): string {
  return new Date(Date.parse(origin) + atSeconds * 1_000).toISOString();
}
