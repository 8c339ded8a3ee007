"use client";

import { useState } from "react";
import type { SloAnswer } from "@headroom/contract";
import { useTRPCClient } from "../../trpc/client.tsx";
import { DeleteEntry } from "../shell/delete-entry.tsx";
import { EntryForm } from "../shell/entry-form.tsx";
import { useSaving } from "../shell/use-saving.ts";
import { sloAddress, slosAddress } from "./addresses.ts";
import { emptyValues, FIELD_WORDS, inputOf, valuesOf } from "./form-values.ts";
import type { FormValues } from "./form-values.ts";
import { SloFields } from "./slo-fields.tsx";

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
  const { slo: calls } = useTRPCClient();
  const { save, busy, problem } = useSaving(async (typed: FormValues) => {
    const fields = inputOf(typed);
    const { id } =
      slo === null
        ? await calls.create.mutate({ ...fields, service })
        : await calls.update.mutate({ ...fields, id: slo.id, version: slo.version });
    return sloAddress(service, id);
  });
  return (
    <EntryForm
      label="SLO"
      problem={problem}
      fields={Object.keys(FIELD_WORDS)}
      busy={busy}
      submit={slo === null ? "Create SLO" : "Save"}
      cancelHref={slo === null ? slosAddress(service) : sloAddress(service, slo.id)}
      onSubmit={() => save(values)}
      remove={
        slo === null ? null : (
          <DeleteEntry
            name={slo.name}
            kind="SLO"
            send={() => calls.delete.mutate({ id: slo.id })}
            after={slosAddress(service)}
          >
            Live traffic of the service stays.
          </DeleteEntry>
        )
      }
    >
      <SloFields {...{ values, problem, labels, isNew: slo === null }} onChange={change} />
    </EntryForm>
  );
}
