"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { SloAnswer } from "@headroom/contract";
import { Button, ConfirmDialog } from "@headroom/ui";
import { EntryForm } from "../shell/entry-form.tsx";
import { explainRefusal } from "../../trpc/explain-refusal.ts";
import { useTRPC } from "../../trpc/client.tsx";
import { sloAddress, slosAddress } from "./addresses.ts";
import { emptyValues, inputOf, valuesOf } from "./form-values.ts";
import type { FormValues } from "./form-values.ts";
import { isField, SloFields } from "./slo-fields.tsx";
import type { Problem } from "./slo-fields.tsx";

interface SloFormProps {
  /** Null: a new one. */
  slo: SloAnswer | null;
  service: string;
  labels: readonly string[];
  timeZone: string;
}

export function SloForm({ slo, service, labels, timeZone }: SloFormProps) {
  const [values, setValues] = useState(() =>
    slo === null ? emptyValues(timeZone) : valuesOf(slo, timeZone),
  );
  const change = (changes: Partial<FormValues>) => setValues((before) => ({ ...before, ...changes }));
  const { save, busy, problem } = useSaving(slo, service);
  return (
    <EntryForm
      label="SLO"
      problem={problem === null || isField(problem.field) ? null : problem.words}
      busy={busy}
      submit={slo === null ? "Create SLO" : "Save"}
      cancelHref={slo === null ? slosAddress(service) : sloAddress(service, slo.id)}
      onSubmit={() => void save(values)}
      remove={slo === null ? null : <DeleteSlo slo={slo} service={service} />}
    >
      <SloFields {...{ values, problem, labels, isNew: slo === null }} onChange={change} />
    </EntryForm>
  );
}

function useSaving(slo: SloAnswer | null, service: string) {
  const trpc = useTRPC();
  const router = useRouter();
  const create = useMutation(trpc.slo.create.mutationOptions());
  const update = useMutation(trpc.slo.update.mutationOptions());
  const [problem, setProblem] = useState<Problem | null>(null);
  return {
    problem,
    busy: create.isPending || update.isPending,
    save: async (values: FormValues) => {
      setProblem(null);
      try {
        const fields = inputOf(values);
        const saved =
          slo === null
            ? await create.mutateAsync({ ...fields, service })
            : await update.mutateAsync({ ...fields, id: slo.id, version: slo.version });
        router.push(sloAddress(service, saved.id));
        router.refresh();
      } catch (error) {
        setProblem(explainRefusal(error));
      }
    },
  };
}

function DeleteSlo({ slo, service }: { slo: SloAnswer; service: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [asked, setAsked] = useState(false);
  const remove = useMutation(trpc.slo.delete.mutationOptions());
  return (
    <>
      <Button look="quiet" className="wide:ml-auto" onClick={() => setAsked(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={`Delete ${slo.name}?`}
        confirm="Delete SLO"
        danger
        onConfirm={() => remove.mutateAsync({ id: slo.id }).then(() => router.push(slosAddress(service)))}
        explain={(error) => explainRefusal(error).words}
      >
        Live traffic of the service stays.
      </ConfirmDialog>
    </>
  );
}
