"use client";

import { useId } from "react";
import { SLO_WINDOW_UNITS } from "@headroom/core";
import { Checkbox, Field, NumberInput, Select, TextInput } from "@headroom/ui";
import type { ExplainedRefusal } from "../../trpc/explain-refusal.ts";
import { errorAt, ProblemBelow } from "../shell/entry-fields.tsx";
import { FormPart, TimeZoneList } from "../shell/form-part.tsx";
import { FIELD_WORDS } from "./form-values.ts";
import type { FormValues, WindowKind } from "./form-values.ts";

const WINDOW_WORDS: Record<WindowKind, string> = {
  rolling: "Last days",
  week: "Calendar week",
  month: "Calendar month",
  quarter: "Calendar quarter",
};
const WINDOWS = (["rolling", ...SLO_WINDOW_UNITS] as const).map((value) => ({
  value,
  label: WINDOW_WORDS[value],
}));

interface SloFieldsProps {
  values: FormValues;
  onChange: (changes: Partial<FormValues>) => void;
  problem: ExplainedRefusal | null;
  isNew: boolean;
  /** Those of the last hour, to choose from. */
  labels: readonly string[];
}

export function SloFields(props: SloFieldsProps) {
  return (
    <>
      <What {...props} />
      <Good {...props} />
      <Window {...props} />
    </>
  );
}

function What({ values, onChange, problem, isNew, labels }: SloFieldsProps) {
  const list = useId();
  return (
    <FormPart title="What is promised">
      <Field label={FIELD_WORDS.name} required error={errorAt(problem, "name")}>
        <TextInput
          value={values.name}
          onChange={(name) => onChange({ name })}
          maxLength={200}
          autoComplete="off"
        />
      </Field>
      <Field
        label={FIELD_WORDS.label}
        hint={isNew ? "Empty: all requests of the service." : "Can't be changed. Create another SLO instead."}
        error={errorAt(problem, "label")}
      >
        <TextInput
          value={values.label}
          onChange={(label) => onChange({ label })}
          maxLength={500}
          autoComplete="off"
          disabled={!isNew}
          list={list}
        />
      </Field>
      <datalist id={list}>
        {labels.map((label) => (
          <option key={label}>{label}</option>
        ))}
      </datalist>
      <Field
        label={FIELD_WORDS.objectivePercent}
        hint="The share of requests that has to be good, such as 99.9."
        required
        error={errorAt(problem, "objectivePercent")}
      >
        <NumberInput
          value={values.objectivePercent}
          onChange={(objectivePercent) => onChange({ objectivePercent })}
          unit="%"
        />
      </Field>
    </FormPart>
  );
}

function Good({ values, onChange, problem }: SloFieldsProps) {
  return (
    <FormPart title="When a request is good">
      <Field
        label={FIELD_WORDS.latencyMs}
        hint="At most this long. Empty: the time doesn't count."
        error={errorAt(problem, "latencyMs")}
      >
        <NumberInput value={values.latencyMs} onChange={(latencyMs) => onChange({ latencyMs })} unit="ms" />
      </Field>
      <div>
        <Checkbox
          label="Only without an error"
          checked={values.withoutError}
          onChange={(withoutError) => onChange({ withoutError })}
          hint="Clear this if the service doesn't report errors."
          className="wide:mt-5"
        />
        <ProblemBelow words={errorAt(problem, "withoutError")} />
      </div>
    </FormPart>
  );
}

function Window({ values, onChange, problem }: SloFieldsProps) {
  const list = useId();
  return (
    <FormPart title="Over which time">
      <Field label={FIELD_WORDS.window} required>
        <Select
          options={WINDOWS}
          value={values.windowKind}
          onChange={(windowKind) => onChange({ windowKind })}
        />
      </Field>
      {values.windowKind === "rolling" ? (
        <Field label="Days" required hint="From 1 to 90." error={errorAt(problem, "window")}>
          <NumberInput value={values.days} onChange={(days) => onChange({ days })} unit="days" />
        </Field>
      ) : (
        <Field
          label={FIELD_WORDS.timeZone}
          required
          hint="Periods begin at midnight in this time zone, and weeks on Monday."
          error={errorAt(problem, "timeZone") ?? errorAt(problem, "window")}
        >
          <TextInput
            value={values.timeZone}
            onChange={(timeZone) => onChange({ timeZone })}
            maxLength={100}
            autoComplete="off"
            list={list}
          />
        </Field>
      )}
      <TimeZoneList id={list} />
    </FormPart>
  );
}
