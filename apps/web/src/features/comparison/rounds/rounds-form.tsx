"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import type { FormEvent } from "react";
import { Button, Field, Form, Segmented, Select, TextInput } from "@headroom/ui";
import { roundsAddress } from "./rounds-params.ts";
import type { RoundsQuery } from "./rounds-params.ts";

const WAYS = [
  { value: "configuration", label: "By configuration" },
  { value: "date", label: "By date" },
] as const;

interface RoundsFormProps {
  query: RoundsQuery;
  services: readonly { slug: string; name: string }[];
}

/** Which runs are of the first round and which of the second. */
export function RoundsForm({ query, services }: RoundsFormProps) {
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const [form, setForm] = useState(query);
  const change = (part: Partial<RoundsQuery>) => setForm((before) => ({ ...before, ...part }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    startTransition(() => router.replace(roundsAddress(form), { scroll: false }));
  };
  const known = services.some(({ slug }) => slug === form.service);
  return (
    <Form
      onSubmit={submit}
      aria-busy={pending}
      className="flex flex-wrap items-end gap-3 px-4 py-3 wide:px-5"
    >
      <Field label="Service" required className="w-56 max-w-full">
        <Select
          options={services.map(({ slug, name }) => ({ value: slug, label: name }))}
          value={known ? form.service : ""}
          onChange={(service) => change({ service })}
          placeholder="Choose a service"
        />
      </Field>
      <Segmented
        label="How to split rounds"
        segments={WAYS}
        value={form.by}
        onChange={(by) => change({ by })}
      />
      {form.by === "configuration" ? (
        <>
          <Field label="Key" required className="w-32">
            <TextInput value={form.key} onChange={(key) => change({ key })} maxLength={200} />
          </Field>
          <Field label="First round" required className="w-32">
            <TextInput value={form.before} onChange={(before) => change({ before })} maxLength={200} />
          </Field>
          <Field label="Second round" required className="w-32">
            <TextInput value={form.after} onChange={(after) => change({ after })} maxLength={200} />
          </Field>
        </>
      ) : (
        <Field label="Second round starts on" required className="w-44">
          <TextInput
            type="date"
            value={form.split ?? ""}
            onChange={(split) => change({ split: split === "" ? null : split })}
          />
        </Field>
      )}
      <Button type="submit" look="primary" disabled={!known}>
        Compare rounds
      </Button>
    </Form>
  );
}
