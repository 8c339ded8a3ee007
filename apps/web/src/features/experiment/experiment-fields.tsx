"use client";

import { useId } from "react";
import type { ReactNode } from "react";
import type { ExperimentSuggestions } from "@headroom/services";
import { Checkbox, Field, NumberInput, TextInput, formatCount, formatLength } from "@headroom/ui";
import { FIELD_WORDS, expectedOf } from "./form-values.ts";
import type { FormField, FormValues } from "./form-values.ts";
import type { SavingProblem } from "./saving-problem.ts";
import { TargetsField } from "./targets-field.tsx";

const MAX_NAME = 200;

interface ExperimentFieldsProps {
  values: FormValues;
  onChange: (changes: Partial<FormValues>) => void;
  isNew: boolean;
  suggestions: ExperimentSuggestions;
  problem: SavingProblem | null;
  showAllErrors: boolean;
}

type TextField = "service" | "name" | "groupName" | "tags" | "owner" | "requestSet";
type NumberField =
  "distinctRequests" | "durationSeconds" | "ratePerGenerator" | "generators" | "threadsPerGenerator";

export function ExperimentFields(props: ExperimentFieldsProps) {
  const { values, onChange, isNew, suggestions, problem, showAllErrors } = props;
  const list = useId();
  const errorAt = (field: FormField) => (problem?.field === field ? problem.words : undefined);
  const text = (
    field: TextField,
    more: { hint?: string; list?: string; required?: boolean; most?: number } = {},
  ) => (
    <Field
      label={FIELD_WORDS[field]}
      hint={more.hint}
      error={errorAt(field)}
      {...(more.required ? { required: true } : {})}
    >
      <TextInput
        value={values[field]}
        onChange={(value) => onChange({ [field]: value })}
        maxLength={more.most ?? MAX_NAME}
        autoComplete="off"
        {...(more.list ? { list: `${list}-${more.list}` } : {})}
      />
    </Field>
  );
  const number = (field: NumberField, more: { unit?: string; whole?: boolean; hint?: string } = {}) => (
    <Field label={FIELD_WORDS[field]} hint={more.hint} error={errorAt(field)}>
      <NumberInput
        value={values[field]}
        onChange={(value) => onChange({ [field]: value })}
        {...(more.unit ? { unit: more.unit } : {})}
        {...(more.whole ? { whole: true } : {})}
      />
    </Field>
  );
  const { durationSeconds } = values;
  const expected = expectedOf(values);
  return (
    <>
      <Part title="General">
        {isNew
          ? text("service", {
              required: true,
              list: "services",
              hint: "Enter a new name to create a service.",
            })
          : null}
        {text("name", { required: true, hint: `At most ${MAX_NAME} characters.` })}
        {text("groupName", { list: "groups", hint: "Experiments in a group are listed together." })}
        {text("tags", { list: "tags", most: 2_000, hint: "Separate with commas." })}
        {text("owner", { list: "owners", hint: "A member or anyone else." })}
        <div className="self-end">
          <Checkbox
            label="Represents the peak"
            hint="Its tested capacity counts for the service. Leave this off for baselines and cached cases."
            checked={values.representsPeak}
            onChange={(representsPeak) => onChange({ representsPeak })}
          />
        </div>
      </Part>
      <Part title="Workload">
        {text("requestSet", { hint: "The requests that are sent." })}
        {number("distinctRequests", { whole: true, hint: "How many of them are different." })}
        {number("durationSeconds", {
          unit: "s",
          ...(durationSeconds !== null && durationSeconds > 0 ? { hint: formatLength(durationSeconds) } : {}),
        })}
        {number("ratePerGenerator", { unit: "req/s" })}
        {number("generators", { whole: true })}
        {number("threadsPerGenerator", { whole: true })}
        <p className="text-13 text-ink-2 wide:col-span-full" role="status">
          Expected requests:{" "}
          {expected === null ? (
            <span className="text-ink-3">enter rate, generators, and duration to calculate them.</span>
          ) : (
            <>
              <b className="font-semibold text-ink">{formatCount(Math.round(expected))}</b> = rate ×
              generators × duration
            </>
          )}
        </p>
      </Part>
      <Part title="Targets" single>
        <div>
          <p className="mb-2.5 max-w-[72ch] text-13 text-ink-2">
            Every run is judged by these. Enter one target per line, for example:{" "}
            <code className="font-mono">throughput &gt;= 50,000/s</code>,{" "}
            <code className="font-mono">p99 of &quot;GET /search&quot; &lt;= 200 ms</code>,{" "}
            <code className="font-mono">error rate &lt;= 0.1%</code>,{" "}
            <code className="font-mono">p99 &lt;= baseline + 10%</code>,{" "}
            <code className="font-mono">p95 &lt;= 1 s at 600 users</code>,{" "}
            <code className="font-mono">max cpu &lt;= 80%</code>.
          </p>
          <TargetsField
            targets={values.targets}
            onChange={(targets) => onChange({ targets })}
            showAll={showAllErrors}
          />
          {errorAt("targets") ? (
            <p role="alert" className="mt-2 text-12 wrap-anywhere whitespace-pre-wrap text-bad">
              {errorAt("targets")}
            </p>
          ) : null}
        </div>
      </Part>
      {(["services", "groups", "tags", "owners"] as const).map((name) => (
        <datalist key={name} id={`${list}-${name}`}>
          {suggestions[name].map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </datalist>
      ))}
    </>
  );
}

function Part({ title, single = false, children }: { title: string; single?: boolean; children: ReactNode }) {
  return (
    <fieldset className="border-t border-line px-4 py-4 first:border-t-0 wide:px-5 wide:py-5">
      <legend className="float-left mb-3 w-full text-15 font-semibold">{title}</legend>
      <div
        className={
          single
            ? "clear-both"
            : "clear-both grid grid-cols-1 gap-x-5 gap-y-4 wide:grid-cols-2 desk:grid-cols-3"
        }
      >
        {children}
      </div>
    </fieldset>
  );
}
