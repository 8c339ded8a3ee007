"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { GamedayChoices } from "@headroom/services";
import { Field, Select, TextArea, TextInput } from "@headroom/ui";
import type { ExplainedRefusal } from "../../trpc/explain-refusal.ts";
import { useTRPC } from "../../trpc/client.tsx";
import { FormPart, TimeZoneList } from "../shell/form-part.tsx";
import { NotLoaded } from "../shell/not-loaded.tsx";
import { FIELD_WORDS } from "./form-values.ts";
import type { FormField, FormValues } from "./form-values.ts";
import { RolesField } from "./roles-field.tsx";
import { StepsField } from "./steps-field.tsx";

interface PartProps {
  values: FormValues;
  onChange: (changes: Partial<FormValues>) => void;
  problem: ExplainedRefusal | null;
}

interface GamedayFieldsProps extends PartProps {
  isNew: boolean;
  services: readonly { slug: string; name: string }[];
  /** Of the service that the page was opened with: a list that comes later would lose what is chosen in it. */
  known: { service: string; choices: GamedayChoices };
}

export function GamedayFields({ isNew, services, known, ...form }: GamedayFieldsProps) {
  const trpc = useTRPC();
  const { values, onChange, problem } = form;
  const { service } = values;
  const { data, error, refetch } = useQuery({
    ...trpc.gameday.choices.queryOptions({ service }),
    ...(service === known.service ? { initialData: known.choices } : {}),
  });
  return (
    <>
      <FormPart title="General">
        {isNew ? (
          <Field label={FIELD_WORDS.service} required error={errorAt(problem, "service")}>
            <Select
              options={services.map(({ slug, name }) => ({ value: slug, label: name }))}
              value={values.service}
              onChange={(slug) => onChange({ service: slug, peakDay: "", steps: [] })}
            />
          </Field>
        ) : null}
        {error === null ? null : (
          <NotLoaded onRetry={() => void refetch()}>
            Couldn't load the peak days and experiments of this service.
          </NotLoaded>
        )}
        <TextOf {...form} field="name" required hint="For example Gameday before Black Friday." />
        <Field label={FIELD_WORDS.peakDay} error={errorAt(problem, "peakDay")}>
          <Select
            options={[
              { value: "", label: "No peak day" },
              ...(data?.peakDays ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={values.peakDay}
            onChange={(peakDay) => onChange({ peakDay })}
          />
        </Field>
      </FormPart>
      <When {...form} />
      <FormPart title="Who">
        <TextOf {...form} field="lead" hint="Who people can turn to." />
        <div className="wide:col-span-full">
          <RolesField roles={values.roles} onChange={(roles) => onChange({ roles })} />
          <Problem words={errorAt(problem, "roles")} />
        </div>
      </FormPart>
      <FormPart title="Steps">
        <div className="col-span-full">
          <StepsField
            steps={values.steps}
            experiments={data?.experiments ?? []}
            onChange={(steps) => onChange({ steps })}
          />
          <Problem words={errorAt(problem, "steps")} />
        </div>
        <div className="wide:col-span-full">
          <Field label={FIELD_WORDS.notes} error={errorAt(problem, "notes")}>
            <TextArea value={values.notes} onChange={(notes) => onChange({ notes })} maxLength={5_000} />
          </Field>
        </div>
      </FormPart>
    </>
  );
}

function When(form: PartProps) {
  const list = useId();
  return (
    <>
      <FormPart title="Window">
        <TextOf {...form} field="timeZone" required hint="All times are by its clocks." list={list} />
        <MomentOf {...form} field="startsAt" />
        <MomentOf {...form} field="endsAt" hint="Runs that start between the two count." />
        <TextOf
          {...form}
          field="environment"
          hint="Runs from another one don't count. Leave it empty for any."
        />
      </FormPart>
      <TimeZoneList id={list} />
    </>
  );
}

interface TextOfProps extends PartProps {
  field: "name" | "timeZone" | "environment" | "lead";
  hint: string;
  required?: boolean;
  list?: string;
}

function TextOf({ values, onChange, problem, field, hint, required = false, list }: TextOfProps) {
  return (
    <Field label={FIELD_WORDS[field]} hint={hint} error={errorAt(problem, field)} required={required}>
      <TextInput
        value={values[field]}
        onChange={(value) => onChange({ [field]: value })}
        maxLength={200}
        autoComplete="off"
        {...(list === undefined ? {} : { list })}
      />
    </Field>
  );
}

interface MomentOfProps extends PartProps {
  field: "startsAt" | "endsAt";
  hint?: string;
}

function MomentOf({ values, onChange, problem, field, hint }: MomentOfProps) {
  return (
    <Field label={FIELD_WORDS[field]} hint={hint} error={errorAt(problem, field)} required>
      <TextInput
        type="datetime-local"
        value={values[field]}
        onChange={(value) => onChange({ [field]: value })}
      />
    </Field>
  );
}

function errorAt(problem: ExplainedRefusal | null, field: FormField): string | undefined {
  return problem?.field === field ? problem.words : undefined;
}

function Problem({ words }: { words: string | undefined }) {
  return words === undefined ? null : (
    <p role="alert" className="mt-2 text-12 text-bad">
      {words}
    </p>
  );
}
