import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { Combobox, Field, TextArea, TextInput } from "@headroom/ui";
import { moreWords } from "../upload/destination.ts";
import { SearchFailed } from "../upload/destination-field.tsx";
import { useTRPC } from "../../trpc/client.tsx";
import type { LocalRange, readRange } from "../shell/local-range.ts";
import { RangeFields } from "../shell/range-fields.tsx";

export interface KnownExperiment {
  slug: string;
  name: string;
}

export interface KeepForm extends LocalRange {
  experiment: string;
  /** Of the experiment, if it exists. */
  slug: string | null;
  environment: string;
  notes: string;
}

interface KeepFieldsProps {
  service: string;
  form: KeepForm;
  read: ReturnType<typeof readRange>;
  onChange: (changes: Partial<KeepForm>) => void;
}

export function KeepFields(props: KeepFieldsProps) {
  const { form, onChange } = props;
  return (
    <>
      <RangeFields typed={form} read={props.read} onChange={onChange} />
      <ExperimentField {...props} />
      <Field label="Environment">
        <TextInput
          value={form.environment}
          onChange={(environment) => onChange({ environment })}
          placeholder="production"
          maxLength={200}
        />
      </Field>
      <Field label="Notes">
        <TextArea value={form.notes} onChange={(notes) => onChange({ notes })} rows={3} maxLength={10_000} />
      </Field>
    </>
  );
}

/** An existing experiment of the service, or a new one by its name. */
function ExperimentField({ service, form, onChange }: KeepFieldsProps) {
  const trpc = useTRPC();
  const [isTyped, setTyped] = useState(false);
  // The name that the field begins with isn't a search.
  const search = useDeferredValue(isTyped ? form.experiment.trim() : "");
  const { data, error } = useQuery({
    ...trpc.upload.experiments.queryOptions({ search, service }),
    placeholderData: keepPreviousData,
  });
  const { experiments = [], total = 0 } = data ?? {};
  const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();
  const slugOf = (name: string) => experiments.find((one) => same(one.name, name))?.slug ?? null;
  const slug = form.slug ?? slugOf(form.experiment);
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Experiment"
        required
        hint={error === null ? whereWords(form.experiment, slug !== null) : undefined}
      >
        <Combobox
          value={form.experiment}
          maxLength={200}
          placeholder="Black Friday mix"
          groups={[{ title: null, options: experiments.map(({ id, name }) => ({ id, title: name })) }]}
          listLabel="Experiments"
          foot={moreWords(experiments.length, total)}
          onChange={(experiment) => {
            setTyped(true);
            onChange({ experiment, slug: slugOf(experiment) });
          }}
          onChoose={(id) => {
            const chosen = experiments.find((one) => one.id === id);
            if (chosen === undefined) return;
            setTyped(false);
            onChange({ experiment: chosen.name, slug: chosen.slug });
          }}
        />
      </Field>
      {error === null ? null : <SearchFailed />}
    </div>
  );
}

function whereWords(experiment: string, isKnown: boolean): string {
  const name = experiment.trim();
  if (name === "") return "Choose an experiment of the service, or enter a new one.";
  return isKnown ? `The run will be added to “${name}”.` : `A new experiment “${name}” will be created.`;
}
