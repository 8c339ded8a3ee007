"use client";

import type { WorkspaceSettings } from "@headroom/contract";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { CAPACITY_FACTOR, PROOF_DAYS, PROOF_DEPLOYS } from "@headroom/core";
import { Button, Field, Form, Notice, TextInput } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { formProblem } from "../shell/form-problem.ts";
import { readReadiness, writeReadiness } from "./typed-readiness.ts";
import type { TypedReadiness } from "./typed-readiness.ts";

interface FieldWords {
  name: keyof TypedReadiness;
  label: string;
  unit?: string;
  hint: string;
}

const FIELDS: readonly FieldWords[] = [
  {
    name: "capacityFactor",
    label: "Required capacity",
    unit: "times",
    hint: `How many times the expected peak tests have to prove. ${CAPACITY_FACTOR} by default.`,
  },
  {
    name: "proofDays",
    label: "A proof counts for",
    unit: "days",
    hint: `Then the experiment has to be run again. ${PROOF_DAYS} by default.`,
  },
  {
    name: "proofDeploys",
    label: "At risk after",
    unit: "deploys",
    hint: `More deploys since a proof put a peak day at risk. ${PROOF_DEPLOYS} by default. Leave empty if deploys don't matter.`,
  },
  {
    name: "peakEnvironment",
    label: "Environment of the peak",
    hint: "Proofs from other environments count only if there is no other, and put a peak day at risk.",
  },
];

/** What tests have to prove before a peak day, and how long that counts. */
export function ReadinessRules({ settings, mayManage }: { settings: WorkspaceSettings; mayManage: boolean }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [typed, setTyped] = useState<TypedReadiness>(() => writeReadiness(settings));
  const update = useMutation(trpc.settings.update.mutationOptions({ onSuccess: () => router.refresh() }));
  const read = readReadiness(typed);
  const unchanged = JSON.stringify(typed) === JSON.stringify(writeReadiness(settings));
  return (
    <Form
      aria-label="Readiness for peak days"
      className="mt-3 flex max-w-[520px] flex-col items-start gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (read.ok) update.mutate(read.settings);
      }}
    >
      {FIELDS.map(({ name, label, unit, hint }) => (
        <Field
          key={name}
          label={label}
          hint={hint}
          error={read.ok ? undefined : read.wrong[name]}
          required={name !== "proofDeploys"}
          className="w-full"
        >
          <TextInput
            {...(unit === undefined ? {} : { unit, inputMode: "decimal" as const })}
            value={typed[name]}
            onChange={(text) => setTyped({ ...typed, [name]: text })}
            disabled={!mayManage}
            maxLength={unit === undefined ? 200 : 12}
            autoComplete="off"
          />
        </Field>
      ))}
      {update.isError ? (
        <Notice tone="bad" live>
          {formProblem(update.error, [])?.words}
        </Notice>
      ) : null}
      {mayManage ? (
        <div className="flex items-center gap-3">
          <Button type="submit" busy={update.isPending} disabled={!read.ok || unchanged}>
            Save
          </Button>
          <span role="status" className="text-13 text-ink-2">
            {update.isSuccess && unchanged ? "Saved." : ""}
          </span>
        </div>
      ) : null}
    </Form>
  );
}
