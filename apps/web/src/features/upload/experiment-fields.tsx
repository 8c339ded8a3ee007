"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { Field, TextInput } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { ExistingExperiments, SearchFailed } from "./existing-experiments.tsx";
import type { UploadForm } from "./upload-form.ts";

interface ExperimentFieldsProps {
  form: UploadForm;
  errorOf: (field: keyof UploadForm) => string | undefined;
  onChange: (change: Partial<UploadForm>) => void;
}

const MAX_NAME_LENGTH = 200;

/** The run's experiment: an existing one, or a new one by its name. */
export function ExperimentFields({ form, errorOf, onChange }: ExperimentFieldsProps) {
  const trpc = useTRPC();
  const search = useDeferredValue((form.experiment || form.service).trim());
  const { data, error, isPlaceholderData } = useQuery({
    ...trpc.upload.experiments.queryOptions({ search }),
    placeholderData: keepPreviousData,
  });
  const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
  const chosen = data?.find(
    ({ name, service }) => same(name, form.experiment) && same(service, form.service),
  );
  const others = data?.filter((one) => one !== chosen) ?? [];
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-1 gap-3 wide:grid-cols-2">
        <Field label="Service" required hint="The system under test." error={errorOf("service")}>
          <TextInput
            value={form.service}
            maxLength={MAX_NAME_LENGTH}
            autoComplete="off"
            onChange={(service) => onChange({ service })}
          />
        </Field>
        <Field label="Experiment" required hint="The workload you ran." error={errorOf("experiment")}>
          <TextInput
            value={form.experiment}
            maxLength={MAX_NAME_LENGTH}
            autoComplete="off"
            onChange={(experiment) => onChange({ experiment })}
          />
        </Field>
      </div>
      {error === null ? null : <SearchFailed />}
      <p role="status" className="min-h-5 text-13 text-ink-2">
        {error !== null || (chosen === undefined && (data === undefined || isPlaceholderData))
          ? ""
          : whereWords(form, chosen !== undefined)}
      </p>
      <ExistingExperiments
        experiments={others}
        withService
        onChoose={({ service, name }) => onChange({ service, experiment: name })}
      />
    </div>
  );
}

function whereWords({ service, experiment }: UploadForm, known: boolean): string {
  if (service.trim() === "" || experiment.trim() === "") return "";
  return known
    ? `The run will be added to “${experiment.trim()}” in “${service.trim()}”.`
    : `A new experiment “${experiment.trim()}” in “${service.trim()}” will be created.`;
}
