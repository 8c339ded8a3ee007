"use client";

import { useId } from "react";
import type { SeenMetricAnswer } from "@headroom/contract";
import { Button, Field, Select, SheetSection, SheetTitle, Switch, TextArea, TextInput } from "@headroom/ui";
import { emptyPart } from "./source-values.ts";
import type { PartValues, SourceProblem, SourceValues } from "./source-values.ts";

interface SourceFieldsProps {
  values: SourceValues;
  problem: SourceProblem | null;
  /** What has arrived, to choose from. */
  metrics: readonly SeenMetricAnswer[];
  onChange: (changes: Partial<SourceValues>) => void;
}

const KINDS = [
  { value: "requests", label: "Requests" },
  { value: "gauge", label: "A gauge" },
] as const;

export function SourceFields({ values, problem, metrics, onChange }: SourceFieldsProps) {
  const list = useId();
  const { parts, kind } = values;
  const change = (key: number, changes: Partial<PartValues>) =>
    onChange({ parts: parts.map((part) => (part.key === key ? { ...part, ...changes } : part)) });
  return (
    <>
      <SheetSection>
        <div className={GRID}>
          <Field label="Name" required error={errorAt(problem, "name", null)}>
            <TextInput
              value={values.name}
              onChange={(name) => onChange({ name })}
              maxLength={80}
              autoComplete="off"
            />
          </Field>
          <Field label="What it gives" required>
            <Select options={KINDS} value={kind} onChange={(chosen) => onChange({ kind: chosen })} />
          </Field>
          {kind === "gauge" ? <GaugeFields {...{ values, onChange }} /> : null}
        </div>
      </SheetSection>
      {parts.map((part, at) => (
        <PartFields
          key={part.key}
          {...{ part, kind, problem, list }}
          title={parts.length === 1 ? "Metric" : `Metric ${at + 1}`}
          metric={metrics.find(({ name, field }) => name === part.metric && (field ?? "") === part.field)}
          onChange={(changes) => change(part.key, changes)}
          onRemove={
            parts.length === 1 ? null : () => onChange({ parts: parts.filter(({ key }) => key !== part.key) })
          }
        />
      ))}
      <SheetSection>
        <Button
          look="quiet"
          disabled={parts.length >= MAX_PARTS}
          onClick={() =>
            onChange({ parts: [...parts, emptyPart(Math.max(...parts.map(({ key }) => key)) + 1)] })
          }
        >
          Add another metric
        </Button>
        {kind === "requests" && parts.length > 1 ? (
          <p className="mt-2 max-w-[64ch] text-12 text-ink-3">
            Their requests are added up. Two metrics of the same requests would count them twice, unless one
            of them only says which of them failed.
          </p>
        ) : null}
      </SheetSection>
      <datalist id={list}>
        {[...new Set(metrics.map(({ name }) => name))].map((name) => (
          <option key={name}>{name}</option>
        ))}
      </datalist>
    </>
  );
}

const MAX_PARTS = 10;
const GRID = "grid grid-cols-1 gap-x-5 gap-y-4 wide:grid-cols-2";

function GaugeFields({ values, onChange }: Pick<SourceFieldsProps, "values" | "onChange">) {
  return (
    <>
      <Field label="Unit" hint="“% of requests” and “% of GET /search” also show how many requests that is.">
        <TextInput
          value={values.gaugeUnit}
          onChange={(gaugeUnit) => onChange({ gaugeUnit })}
          maxLength={200}
          placeholder={values.percent ? "%" : undefined}
        />
      </Field>
      <Switch
        className="self-end"
        label="Values are shares from 0 to 1"
        checked={values.percent}
        onChange={(percent) => onChange({ percent })}
      />
    </>
  );
}

interface PartFieldsProps {
  part: PartValues;
  kind: SourceValues["kind"];
  title: string;
  problem: SourceProblem | null;
  /** ID of the metrics to choose from. */
  list: string;
  metric: SeenMetricAnswer | undefined;
  onChange: (changes: Partial<PartValues>) => void;
  /** Null: it is the only one. */
  onRemove: (() => void) | null;
}

function PartFields({ onRemove, ...own }: PartFieldsProps) {
  const { part, kind, title, problem, list, metric, onChange } = own;
  const error = (field: keyof PartValues) => errorAt(problem, field, part.key);
  return (
    <SheetSection>
      <div className="mb-3 flex items-center justify-between gap-3">
        <SheetTitle>{title}</SheetTitle>
        {onRemove === null ? null : (
          <Button look="quiet" onClick={onRemove} aria-label={`Remove ${title}`}>
            Remove
          </Button>
        )}
      </div>
      <div className={GRID}>
        <Field
          label="Metric or measurement"
          required
          hint="Of a histogram, the name without _bucket."
          error={error("metric")}
        >
          <TextInput
            value={part.metric}
            onChange={(name) => onChange({ metric: name })}
            {...NAME}
            list={list}
          />
        </Field>
        <Field label="Field" hint="Only for InfluxDB lines.">
          <TextInput value={part.field} onChange={(field) => onChange({ field })} {...NAME} />
        </Field>
        <Field
          label="Only series where"
          hint={`One condition in each line: method = GET | POST, or path != /health.${tagsOf(metric)}`}
          error={error("matchers")}
          className="wide:col-span-full"
        >
          <TextArea value={part.matchers} onChange={(matchers) => onChange({ matchers })} rows={2} mono />
        </Field>
        {kind === "requests" ? <RequestFields {...{ part, problem, onChange }} /> : null}
      </div>
    </SheetSection>
  );
}

const NAME = { maxLength: 200, autoComplete: "off", mono: true, spellCheck: false };

/** The tags that were seen, with an example of each. */
function tagsOf(metric: SeenMetricAnswer | undefined): string {
  if (metric === undefined || metric.tags.length === 0) return "";
  return ` It has ${metric.tags.map(({ tag, values: [first = ""] }) => `${tag}=${first}`).join(", ")}.`;
}

const MEASURES = [
  { value: "total", label: "A count since the start" },
  { value: "durations", label: "Durations" },
  { value: "increments", label: "Counts to add up" },
  { value: "outcomes", label: "Only which requests failed" },
] as const;
const UNITS = [
  { value: "s", label: "Seconds" },
  { value: "ms", label: "Milliseconds" },
  { value: "us", label: "Microseconds" },
  { value: "ns", label: "Nanoseconds" },
] as const;
const FAILED_BY = [
  { value: "unknown", label: "The metric doesn't say" },
  { value: "status", label: "Its status is 500 or above" },
  { value: "values", label: "A tag has certain values" },
] as const;

function RequestFields({ part, problem, onChange }: Pick<PartFieldsProps, "part" | "problem" | "onChange">) {
  const error = (field: keyof PartValues) => errorAt(problem, field, part.key);
  return (
    <>
      <Field label="What it measures" required hint={MEASURE_HINTS[part.measure]} error={error("measure")}>
        <Select options={MEASURES} value={part.measure} onChange={(measure) => onChange({ measure })} />
      </Field>
      {part.measure === "durations" ? (
        <Field label="Unit of durations" required hint="Unless the client says it.">
          <Select options={UNITS} value={part.unit} onChange={(unit) => onChange({ unit })} />
        </Field>
      ) : null}
      <Field label="Tags of the label" hint="In this order, with commas: method, route.">
        <TextInput value={part.labelTags} onChange={(labelTags) => onChange({ labelTags })} {...NAME} />
      </Field>
      <Field label="A request has failed if" required error={error("failedBy")}>
        <Select options={FAILED_BY} value={part.failedBy} onChange={(failedBy) => onChange({ failedBy })} />
      </Field>
      {part.failedBy === "unknown" ? null : (
        <Field label="Tag" required error={error("failedTag")}>
          <TextInput value={part.failedTag} onChange={(failedTag) => onChange({ failedTag })} {...NAME} />
        </Field>
      )}
      {part.failedBy === "values" ? (
        <Field label="Values of failed requests" required hint="With commas." error={error("failedValues")}>
          <TextInput
            value={part.failedValues}
            onChange={(failedValues) => onChange({ failedValues })}
            {...NAME}
          />
        </Field>
      ) : null}
    </>
  );
}

const MEASURE_HINTS: Record<PartValues["measure"], string> = {
  total: "As counters of Prometheus do. A restart is recognized.",
  durations: "A histogram, or InfluxDB lines with one request each.",
  increments: "InfluxDB lines with the requests since the line before.",
  outcomes: "A counter of the same requests as the other metric, with the same label.",
};

function errorAt(problem: SourceProblem | null, field: string, part: number | null): string | undefined {
  return problem?.field === field && problem.part === part ? problem.words : undefined;
}
