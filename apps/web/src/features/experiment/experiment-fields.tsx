"use client";

import { useId } from "react";
import type { ExperimentSuggestions } from "@headroom/services";
import { Checkbox, Field, NumberInput, TextInput, formatCount, formatLength } from "@headroom/ui";
import { FormPart } from "../shell/form-part.tsx";
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

type TextField = "service" | "name" | "groupName" | "tags" | "owner" | "requestSet" | "defaultBranch";
type NumberField =
  | "distinctRequests"
  | "durationSeconds"
  | "ratePerGenerator"
  | "generators"
  | "threadsPerGenerator";

export function ExperimentFields({ suggestions, showAllErrors, ...form }: ExperimentFieldsProps) {
  const list = useId();
  return (
    <>
      <General {...form} list={list} />
      <Workload {...form} />
      <Targets {...form} showAllErrors={showAllErrors} />
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

type PartProps = Pick<ExperimentFieldsProps, "values" | "onChange" | "problem">;

function General({ isNew, list, ...form }: PartProps & { isNew: boolean; list: string }) {
  const { values, onChange } = form;
  return (
    <FormPart title="General">
      {isNew ? (
        <TextOf
          {...form}
          field="service"
          required
          list={`${list}-services`}
          hint="Enter a new name to create a service."
        />
      ) : null}
      <TextOf {...form} field="name" required hint={`At most ${MAX_NAME} characters.`} />
      <TextOf
        {...form}
        field="groupName"
        list={`${list}-groups`}
        hint="Experiments in a group are listed together."
      />
      <TextOf {...form} field="tags" list={`${list}-tags`} most={2_000} hint="Separate with commas." />
      <TextOf {...form} field="owner" list={`${list}-owners`} hint="A member or anyone else." />
      <TextOf
        {...form}
        field="defaultBranch"
        hint="Uploads from other branches don't change the targets. Leave empty to use the workspace's."
      />
      <div className="self-end">
        <Checkbox
          label="Represents the peak"
          hint="Its tested capacity counts for the service. Leave this off for baselines and cached cases."
          checked={values.representsPeak}
          onChange={(representsPeak) => onChange({ representsPeak })}
        />
      </div>
    </FormPart>
  );
}

function Workload(form: PartProps) {
  const { durationSeconds } = form.values;
  const expected = expectedOf(form.values);
  const inWords = durationSeconds !== null && durationSeconds > 0 ? formatLength(durationSeconds) : undefined;
  return (
    <FormPart title="Workload">
      <TextOf {...form} field="requestSet" hint="The requests that are sent." />
      <NumberOf {...form} field="distinctRequests" whole hint="How many of them are different." />
      <NumberOf {...form} field="durationSeconds" unit="s" hint={inWords} />
      <NumberOf {...form} field="ratePerGenerator" unit="req/s" />
      <NumberOf {...form} field="generators" whole />
      <NumberOf {...form} field="threadsPerGenerator" whole />
      <p className="text-13 text-ink-2 wide:col-span-full" role="status">
        Expected requests:{" "}
        {expected === null ? (
          <span className="text-ink-3">enter rate, generators, and duration to calculate them.</span>
        ) : (
          <>
            <b className="font-semibold text-ink">{formatCount(Math.round(expected))}</b> = rate × generators
            × duration
          </>
        )}
      </p>
    </FormPart>
  );
}

function Targets({ values, onChange, problem, showAllErrors }: PartProps & { showAllErrors: boolean }) {
  const error = errorAt(problem, "targets");
  return (
    <FormPart title="Targets" single>
      <div>
        <p className="mb-2.5 max-w-[72ch] text-13 text-ink-2">
          Every run is judged by these. Enter one target per line, for example:{" "}
          <code className="font-mono">throughput &gt;= 50,000/s</code>,{" "}
          <code className="font-mono">p99 of &quot;GET /search&quot; &lt;= 200 ms</code>,{" "}
          <code className="font-mono">error rate &lt;= 0.1%</code>,{" "}
          <code className="font-mono">p99 &lt;= baseline + 10%</code>,{" "}
          <code className="font-mono">p95 &lt;= 1 s at 600 users</code>,{" "}
          <code className="font-mono">max cpu &lt;= 80%</code>. Add{" "}
          <code className="font-mono">as measured</code> to leave chance aside.
        </p>
        <TargetsField
          targets={values.targets}
          onChange={(targets) => onChange({ targets })}
          showAll={showAllErrors}
        />
        {error ? (
          <p role="alert" className="mt-2 text-12 wrap-anywhere whitespace-pre-wrap text-bad">
            {error}
          </p>
        ) : null}
      </div>
    </FormPart>
  );
}

interface TextOfProps extends PartProps {
  field: TextField;
  hint: string;
  /** The id of the list of suggestions. */
  list?: string;
  required?: boolean;
  most?: number;
}

function TextOf({ values, onChange, problem, field, hint, list, required, most = MAX_NAME }: TextOfProps) {
  return (
    <Field
      label={FIELD_WORDS[field]}
      hint={hint}
      error={errorAt(problem, field)}
      {...(required ? { required: true } : {})}
    >
      <TextInput
        value={values[field]}
        onChange={(value) => onChange({ [field]: value })}
        maxLength={most}
        autoComplete="off"
        {...(list ? { list } : {})}
      />
    </Field>
  );
}

interface NumberOfProps extends PartProps {
  field: NumberField;
  unit?: string;
  whole?: boolean;
  hint?: string | undefined;
}

function NumberOf({ values, onChange, problem, field, unit, whole, hint }: NumberOfProps) {
  return (
    <Field label={FIELD_WORDS[field]} hint={hint} error={errorAt(problem, field)}>
      <NumberInput
        value={values[field]}
        onChange={(value) => onChange({ [field]: value })}
        {...(unit ? { unit } : {})}
        {...(whole ? { whole: true } : {})}
      />
    </Field>
  );
}

function errorAt(problem: SavingProblem | null, field: FormField): string | undefined {
  return problem?.field === field ? problem.words : undefined;
}
