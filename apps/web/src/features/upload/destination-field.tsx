"use client";

import { Combobox, Field } from "@headroom/ui";
import {
  destinationGroups,
  destinationText,
  destinationWords,
  moreWords,
  readDestination,
} from "./destination.ts";
import type { UploadForm } from "./upload-form.ts";
import type { UploadDestination } from "./use-destination.ts";

interface DestinationFieldProps {
  form: UploadForm;
  destination: UploadDestination;
  errorOf: (field: keyof UploadForm) => string | undefined;
  onChange: (change: Partial<UploadForm>) => void;
}

const EXAMPLE = "Checkout / Black Friday mix";
const MAX_LENGTH = 403;

/** The run's experiment: an existing one, or a new one by its name and the name of its service. */
export function DestinationField({ form, destination, errorOf, onChange }: DestinationFieldProps) {
  const { found, suggested, total, isFailed, setTyped } = destination;
  const choose = (id: string) => {
    const chosen = suggested.find((one) => one.id === id);
    if (chosen === undefined) return;
    const { service, name, slug } = chosen;
    setTyped(false);
    onChange({
      destination: destinationText({ service: service.name, experiment: name }),
      service: service.slug,
      experiment: slug,
    });
  };
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Service and experiment"
        required
        hint="The system under test and the workload you ran. Choose an experiment, or enter a new one."
        error={errorOf("service") ?? errorOf("experiment")}
      >
        <Combobox
          value={form.destination}
          placeholder={EXAMPLE}
          maxLength={MAX_LENGTH}
          groups={destinationGroups(form, suggested, found)}
          listLabel="Experiments"
          foot={moreWords(suggested.length, total)}
          onChange={(text) => {
            setTyped(true);
            onChange({ destination: text, ...readDestination(text) });
          }}
          onChoose={choose}
        />
      </Field>
      {isFailed ? <SearchFailed /> : null}
      <p role="status" className="min-h-5 text-13 wrap-anywhere text-ink-2">
        {found === undefined || isFailed ? "" : destinationWords(form, found)}
      </p>
    </div>
  );
}

/** Nobody knows whether the experiment exists. Either way, what is typed can be sent. */
export function SearchFailed() {
  return (
    <p role="alert" className="text-13 text-ink-2">
      Couldn't search the experiments. The run will be added to the experiment with this name, or to a new
      one.
    </p>
  );
}
