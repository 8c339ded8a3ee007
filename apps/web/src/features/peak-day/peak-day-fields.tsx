"use client";

import { useId } from "react";
import type { ListedPeakDay } from "@headroom/contract";
import { Field, NumberInput, TextArea } from "@headroom/ui";
import type { ExplainedRefusal } from "../../trpc/explain-refusal.ts";
import { errorAt, MomentOf, ServiceField, TextOf } from "../shell/entry-fields.tsx";
import type { TextFields } from "../shell/entry-fields.tsx";
import { FormPart, TimeZoneList } from "../shell/form-part.tsx";
import { EarlierField } from "./earlier-field.tsx";
import { FIELD_WORDS } from "./form-values.ts";
import type { FormValues } from "./form-values.ts";

interface PartProps {
  values: FormValues;
  onChange: (changes: Partial<FormValues>) => void;
  problem: ExplainedRefusal | null;
}

interface PeakDayFieldsProps extends PartProps {
  isNew: boolean;
  services: readonly { slug: string; name: string }[];
  /** The other peak days of the service. */
  days: readonly ListedPeakDay[];
}

export function PeakDayFields({ isNew, services, days, ...form }: PeakDayFieldsProps) {
  return (
    <>
      <General {...form} isNew={isNew} services={services} />
      <When {...form} />
      <Expected {...form} days={days} />
    </>
  );
}

function General({ isNew, services, ...form }: PartProps & Pick<PeakDayFieldsProps, "isNew" | "services">) {
  const { values, onChange, problem } = form;
  const texts = textsOf(form);
  return (
    <FormPart title="General">
      {isNew ? (
        <ServiceField
          {...{ services, problem }}
          value={values.service}
          onChange={(slug) => onChange({ service: slug, earlier: [] })}
        />
      ) : null}
      <TextOf {...texts} field="name" required hint="For example Black Friday 2026." />
      <TextOf {...texts} field="owner" hint="Who people can turn to on the day." />
    </FormPart>
  );
}

function When(form: PartProps) {
  const list = useId();
  const texts = textsOf(form);
  return (
    <>
      <FormPart title="When">
        <TextOf {...texts} field="timeZone" required hint="All times are by its clocks." list={list} />
        <MomentOf {...texts} field="startsAt" />
        <MomentOf {...texts} field="endsAt" hint="Midnight at the end of the day is 00:00 of the next one." />
        <TextOf
          {...texts}
          field="eventName"
          required
          hint="What the day is about: doors open, midnight. Days are laid over each other at this moment."
        />
        <MomentOf {...texts} field="eventAt" />
      </FormPart>
      <TimeZoneList id={list} />
    </>
  );
}

function Expected({ days, ...form }: PartProps & Pick<PeakDayFieldsProps, "days">) {
  const { values, onChange, problem } = form;
  const texts = textsOf(form);
  return (
    <FormPart title="What is expected">
      <Field label={FIELD_WORDS.expectedPeak} error={errorAt(problem, "expectedPeak")}>
        <NumberInput
          value={values.expectedPeak}
          onChange={(expectedPeak) => onChange({ expectedPeak })}
          unit="req/s"
        />
      </Field>
      <TextOf {...texts} field="expectedSource" hint="For example the forecast of marketing, October." />
      <div className="wide:col-span-full">
        <EarlierField
          earlier={values.earlier}
          days={days}
          error={errorAt(problem, "earlier")}
          onChange={(earlier) => onChange({ earlier })}
        />
      </div>
      <div className="wide:col-span-full">
        <Field label={FIELD_WORDS.notes} error={errorAt(problem, "notes")}>
          <TextArea value={values.notes} onChange={(notes) => onChange({ notes })} maxLength={5_000} />
        </Field>
      </div>
    </FormPart>
  );
}

type Text =
  | "name"
  | "owner"
  | "startsAt"
  | "endsAt"
  | "timeZone"
  | "eventName"
  | "eventAt"
  | "expectedSource";

function textsOf({ values, problem, onChange }: PartProps): TextFields<Text> {
  return { values, problem, words: FIELD_WORDS, onText: (name, text) => onChange({ [name]: text }) };
}
