"use client";

import { useId } from "react";
import type { ListedPeakDay } from "@headroom/contract";
import { Field, NumberInput, Select, TextArea, TextInput } from "@headroom/ui";
import type { ExplainedRefusal } from "../../trpc/explain-refusal.ts";
import { FormPart, TimeZoneList } from "../shell/form-part.tsx";
import { EarlierField } from "./earlier-field.tsx";
import { FIELD_WORDS } from "./form-values.ts";
import type { FormField, FormValues } from "./form-values.ts";

export type Problem = Pick<ExplainedRefusal, "field" | "words">;

interface PartProps {
  values: FormValues;
  onChange: (changes: Partial<FormValues>) => void;
  problem: Problem | null;
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
  return (
    <FormPart title="General">
      {isNew ? (
        <Field label={FIELD_WORDS.service} required error={errorAt(problem, "service")}>
          <Select
            options={services.map(({ slug, name }) => ({ value: slug, label: name }))}
            value={values.service}
            onChange={(slug) => onChange({ service: slug, earlier: [] })}
          />
        </Field>
      ) : null}
      <TextOf {...form} field="name" required hint="For example Black Friday 2026." />
      <TextOf {...form} field="owner" hint="Who people can turn to on the day." />
    </FormPart>
  );
}

function When(form: PartProps) {
  const list = useId();
  return (
    <>
      <FormPart title="When">
        <TextOf {...form} field="timeZone" required hint="All times are by its clocks." list={list} />
        <MomentOf {...form} field="startsAt" />
        <MomentOf {...form} field="endsAt" hint="Midnight at the end of the day is 00:00 of the next one." />
        <TextOf
          {...form}
          field="eventName"
          required
          hint="What the day is about: doors open, midnight. Days are laid over each other at this moment."
        />
        <MomentOf {...form} field="eventAt" />
      </FormPart>
      <TimeZoneList id={list} />
    </>
  );
}

function Expected({ days, ...form }: PartProps & Pick<PeakDayFieldsProps, "days">) {
  const { values, onChange, problem } = form;
  return (
    <FormPart title="What is expected">
      <Field label={FIELD_WORDS.expectedPeak} error={errorAt(problem, "expectedPeak")}>
        <NumberInput
          value={values.expectedPeak}
          onChange={(expectedPeak) => onChange({ expectedPeak })}
          unit="req/s"
        />
      </Field>
      <TextOf {...form} field="expectedSource" hint="For example the forecast of marketing, October." />
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

type TextField = "name" | "owner" | "timeZone" | "eventName" | "expectedSource";

interface TextOfProps extends PartProps {
  field: TextField;
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
  field: "startsAt" | "endsAt" | "eventAt";
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

function errorAt(problem: Problem | null, field: FormField): string | undefined {
  return problem?.field === field ? problem.words : undefined;
}

export function isField(name: string | null): boolean {
  return name !== null && Object.hasOwn(FIELD_WORDS, name);
}
