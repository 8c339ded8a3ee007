"use client";

import { useState } from "react";
import type { ListedPeakDay, PeakDayAnswer } from "@headroom/contract";
import { useTRPCClient } from "../../trpc/client.tsx";
import { DeleteEntry } from "../shell/delete-entry.tsx";
import { EntryForm } from "../shell/entry-form.tsx";
import { useSaving } from "../shell/use-saving.ts";
import { PEAK_DAYS, peakDayAddress } from "./addresses.ts";
import { emptyValues, fieldsOf, inputOf, valuesOf } from "./form-values.ts";
import type { FormValues } from "./form-values.ts";
import { PeakDayFields } from "./peak-day-fields.tsx";

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
  const { peakDay: calls } = useTRPCClient();
  const { save, busy, problem } = useSaving(async (typed: FormValues) => {
    const fields = inputOf(typed, peakDay);
    const { id } =
      peakDay === null
        ? await calls.create.mutate({ ...fields, service: typed.service })
        : await calls.update.mutate({ ...fields, id: peakDay.id, version: peakDay.version });
    return peakDayAddress(id);
  });
  const others = peakDays.filter(({ id, service: own }) => own.slug === values.service && id !== peakDay?.id);
  return (
    <EntryForm
      label="Peak day"
      problem={problem}
      fields={fieldsOf(peakDay)}
      busy={busy}
      submit={peakDay === null ? "Create peak day" : "Save"}
      cancelHref={peakDay === null ? PEAK_DAYS : peakDayAddress(peakDay.id)}
      onSubmit={() => save(values)}
      remove={
        peakDay === null ? null : (
          <DeleteEntry
            name={peakDay.name}
            kind="peak day"
            send={() => calls.delete.mutate({ id: peakDay.id })}
            after={PEAK_DAYS}
          >
            Its imported throughput is deleted, too. Live traffic and events of the service stay.
          </DeleteEntry>
        )
      }
    >
      <PeakDayFields
        {...{ values, problem, services, days: others, isNew: peakDay === null }}
        onChange={change}
      />
    </EntryForm>
  );
}
