"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { ListedPeakDay, PeakDayAnswer } from "@headroom/contract";
import { Button, ConfirmDialog } from "@headroom/ui";
import { EntryForm } from "../shell/entry-form.tsx";
import { explainRefusal } from "../../trpc/explain-refusal.ts";
import { useTRPC } from "../../trpc/client.tsx";
import { PEAK_DAYS, peakDayAddress } from "./addresses.ts";
import { emptyValues, inputOf, valuesOf } from "./form-values.ts";
import type { FormValues } from "./form-values.ts";
import { isField, PeakDayFields } from "./peak-day-fields.tsx";
import type { Problem } from "./peak-day-fields.tsx";

interface PeakDayFormProps {
  /** Null: a new one. */
  peakDay: PeakDayAnswer | null;
  services: readonly { slug: string; name: string }[];
  /** All of the workspace. */
  peakDays: readonly ListedPeakDay[];
  service: string;
  timeZone: string;
}

export function PeakDayForm({ peakDay, services, peakDays, service, timeZone }: PeakDayFormProps) {
  const [values, setValues] = useState(() =>
    peakDay === null ? emptyValues(service, timeZone) : valuesOf(peakDay),
  );
  const change = (changes: Partial<FormValues>) => setValues((before) => ({ ...before, ...changes }));
  const { save, busy, problem } = useSaving(peakDay);
  const others = peakDays.filter(({ id, service: own }) => own.slug === values.service && id !== peakDay?.id);
  return (
    <EntryForm
      label="Peak day"
      problem={problem === null || isField(problem.field) ? null : problem.words}
      busy={busy}
      submit={peakDay === null ? "Create peak day" : "Save"}
      cancelHref={peakDay === null ? PEAK_DAYS : peakDayAddress(peakDay.id)}
      onSubmit={() => void save(values)}
      remove={peakDay === null ? null : <DeletePeakDay peakDay={peakDay} />}
    >
      <PeakDayFields
        {...{ values, problem, services, days: others, isNew: peakDay === null }}
        onChange={change}
      />
    </EntryForm>
  );
}

function useSaving(peakDay: PeakDayAnswer | null) {
  const trpc = useTRPC();
  const router = useRouter();
  const create = useMutation(trpc.peakDay.create.mutationOptions());
  const update = useMutation(trpc.peakDay.update.mutationOptions());
  const [problem, setProblem] = useState<Problem | null>(null);
  return {
    problem,
    busy: create.isPending || update.isPending,
    save: async (values: FormValues) => {
      setProblem(null);
      try {
        const fields = inputOf(values, peakDay);
        const saved =
          peakDay === null
            ? await create.mutateAsync({ ...fields, service: values.service })
            : await update.mutateAsync({ ...fields, id: peakDay.id, version: peakDay.version });
        router.push(peakDayAddress(saved.id));
        router.refresh();
      } catch (error) {
        setProblem(explainRefusal(error));
      }
    },
  };
}

function DeletePeakDay({ peakDay }: { peakDay: PeakDayAnswer }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [asked, setAsked] = useState(false);
  const remove = useMutation(trpc.peakDay.delete.mutationOptions());
  return (
    <>
      <Button look="quiet" className="wide:ml-auto" onClick={() => setAsked(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={`Delete ${peakDay.name}?`}
        confirm="Delete peak day"
        danger
        onConfirm={() => remove.mutateAsync({ id: peakDay.id }).then(() => router.push(PEAK_DAYS))}
        explain={(error) => explainRefusal(error).words}
      >
        Its imported throughput is deleted, too. Live traffic and events of the service stay.
      </ConfirmDialog>
    </>
  );
}
