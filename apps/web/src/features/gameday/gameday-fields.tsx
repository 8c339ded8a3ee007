"use client";

import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { GamedayChoices } from "@headroom/services";
import { Field, Select, TextArea } from "@headroom/ui";
import type { ExplainedRefusal } from "../../trpc/explain-refusal.ts";
import { useTRPC } from "../../trpc/client.tsx";
import { errorAt, MomentOf, ProblemBelow, ServiceField, TextOf } from "../shell/entry-fields.tsx";
import type { TextFields } from "../shell/entry-fields.tsx";
import { FormPart, TimeZoneList } from "../shell/form-part.tsx";
import { NotLoaded } from "../shell/not-loaded.tsx";
import { FIELD_WORDS } from "./form-values.ts";
import type { FormValues } from "./form-values.ts";
import { RolesField } from "./roles-field.tsx";
import { StepsField } from "./steps-field.tsx";

interface PartProps {
  values: FormValues;
  onChange: (changes: Partial<FormValues>) => void;
  problem: ExplainedRefusal | null;
}

type Texts = TextFields<"name" | "startsAt" | "endsAt" | "timeZone" | "environment" | "lead">;

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
  const texts: Texts = {
    values,
    problem,
    words: FIELD_WORDS,
    onText: (name, text) => onChange({ [name]: text }),
  };
  const { data, error, refetch } = useQuery({
    ...trpc.gameday.choices.queryOptions({ service }),
    ...(service === known.service ? { initialData: known.choices } : {}),
  });
  return (
    <>
      <FormPart title="General">
        {isNew ? (
          <ServiceField
            {...{ services, problem }}
            value={service}
            onChange={(slug) => onChange({ service: slug, peakDay: "", steps: [] })}
          />
        ) : null}
        {error === null ? null : (
          <NotLoaded onRetry={() => void refetch()}>
            Couldn't load the peak days and experiments of this service.
          </NotLoaded>
        )}
        <TextOf {...texts} field="name" required hint="For example Gameday before Black Friday." />
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
      <When {...texts} />
      <FormPart title="Who">
        <TextOf {...texts} field="lead" hint="Who people can turn to." />
        <div className="wide:col-span-full">
          <RolesField roles={values.roles} onChange={(roles) => onChange({ roles })} />
          <ProblemBelow words={errorAt(problem, "roles")} />
        </div>
      </FormPart>
      <FormPart title="Steps">
        <div className="col-span-full">
          <StepsField
            steps={values.steps}
            experiments={data?.experiments ?? []}
            onChange={(steps) => onChange({ steps })}
          />
          <ProblemBelow words={errorAt(problem, "steps")} />
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

function When(texts: Texts) {
  const list = useId();
  return (
    <>
      <FormPart title="Window">
        <TextOf {...texts} field="timeZone" required hint="All times are by its clocks." list={list} />
        <MomentOf {...texts} field="startsAt" />
        <MomentOf {...texts} field="endsAt" hint="Runs that start between the two count." />
        <TextOf
          {...texts}
          field="environment"
          hint="Runs from another one don't count. Leave it empty for any."
        />
      </FormPart>
      <TimeZoneList id={list} />
    </>
  );
}
