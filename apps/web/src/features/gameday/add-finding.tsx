import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { GamedayAnswer, Severity } from "@headroom/contract";
import { Button, Field, Form, Notice, Select, TextInput } from "@headroom/ui";
import { explainRefusal } from "../../trpc/explain-refusal.ts";
import { useTRPC } from "../../trpc/client.tsx";
import { SEVERITIES } from "./prepare-gameday.ts";

const EMPTY = { title: "", severity: "medium" as Severity, owner: "", due: "", step: "" };
const LEVELS: readonly Severity[] = ["high", "medium", "low"];

type Values = typeof EMPTY;

export function AddFinding({ gameday: { id, steps } }: { gameday: GamedayAnswer }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [values, setValues] = useState(EMPTY);
  const add = useMutation(
    trpc.gameday.addFinding.mutationOptions({
      onSuccess: () => {
        setValues(EMPTY);
        router.refresh();
      },
    }),
  );
  const isEmpty = values.title.trim() === "";
  return (
    <Form
      aria-label="Add a finding"
      className="mt-3 grid grid-cols-1 items-end gap-3 wide:grid-cols-3 desk:grid-cols-[2fr_auto_1fr_auto_1fr_auto] print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) add.mutate({ id, ...findingOf(values) });
      }}
    >
      <FindingFields
        {...{ values, steps }}
        onChange={(changes) => setValues((before) => ({ ...before, ...changes }))}
      />
      <Button type="submit" busy={add.isPending} disabled={isEmpty}>
        Add finding
      </Button>
      {add.isError ? (
        <Notice tone="bad" live>
          {explainRefusal(add.error).words}
        </Notice>
      ) : null}
    </Form>
  );
}

/** A due date is entered by the clock of the person who enters it. */
function findingOf({ due, step, ...values }: Values) {
  return {
    ...values,
    dueAt: due === "" ? null : new Date(due).toISOString(),
    step: step === "" ? null : step,
  };
}

interface FindingFieldsProps extends Pick<GamedayAnswer, "steps"> {
  values: Values;
  onChange: (changes: Partial<Values>) => void;
}

function FindingFields({
  values: { title, severity, owner, due, step },
  steps,
  onChange,
}: FindingFieldsProps) {
  return (
    <>
      <Field label="Finding" required>
        <TextInput
          value={title}
          onChange={(text) => onChange({ title: text })}
          maxLength={200}
          autoComplete="off"
        />
      </Field>
      <Field label="Severity" required>
        <Select
          options={LEVELS.map((value) => ({ value, label: SEVERITIES[value] }))}
          value={severity}
          onChange={(value) => onChange({ severity: value })}
        />
      </Field>
      <Field label="Owner">
        <TextInput
          value={owner}
          onChange={(text) => onChange({ owner: text })}
          maxLength={200}
          autoComplete="off"
        />
      </Field>
      <Field label="Due">
        <TextInput type="datetime-local" value={due} onChange={(text) => onChange({ due: text })} />
      </Field>
      <Field label="Step">
        <Select
          options={[
            { value: "", label: "None" },
            ...steps.map((one, place) => ({ value: one.id, label: `${place + 1}. ${one.title}` })),
          ]}
          value={step}
          onChange={(value) => onChange({ step: value })}
        />
      </Field>
    </>
  );
}
