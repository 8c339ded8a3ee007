"use client";

import { Field, Select, TextArea, TextInput } from "@headroom/ui";
import type { ToolOption } from "./prepare-detection.ts";
import type { UploadField, UploadForm } from "./upload-form.ts";

interface DetailFieldsProps {
  form: UploadForm;
  errorOf: (field: UploadField) => string | undefined;
  onChange: (change: Partial<UploadForm>) => void;
}

/** What is known about the run that no file says. */
export function RunFields({ form, errorOf, onChange }: DetailFieldsProps) {
  return (
    <div className="grid grid-cols-1 gap-3 wide:grid-cols-2">
      <Field label="Environment" className="wide:col-span-2" error={errorOf("environment")}>
        <TextInput
          value={form.environment}
          maxLength={200}
          onChange={(environment) => onChange({ environment })}
        />
      </Field>
      <Field label="Commit" error={errorOf("commit")}>
        <TextInput value={form.commit} mono maxLength={200} onChange={(commit) => onChange({ commit })} />
      </Field>
      <Field label="Branch" error={errorOf("branch")}>
        <TextInput value={form.branch} mono maxLength={200} onChange={(branch) => onChange({ branch })} />
      </Field>
      <Field label="Notes" className="wide:col-span-2" error={errorOf("notes")}>
        <TextArea value={form.notes} rows={2} maxLength={2_000} onChange={(notes) => onChange({ notes })} />
      </Field>
    </div>
  );
}

const LOADS = [
  { value: "", label: "As the tool does it" },
  { value: "open", label: "At their rate, whatever the answers" },
  { value: "closed", label: "Each after the answer before" },
] as const;

const UNITS = [
  { value: "", label: "As the file says" },
  { value: "ns", label: "Nanoseconds" },
  { value: "us", label: "Microseconds" },
  { value: "ms", label: "Milliseconds" },
  { value: "s", label: "Seconds" },
] as const;

const TIMESTAMPS = [
  { value: "", label: "As the tool does by itself" },
  { value: "start", label: "When a request began" },
  { value: "end", label: "When a request ended" },
] as const;

interface FileFieldsProps extends DetailFieldsProps {
  tools: readonly ToolOption[];
  /** What the files on the page may need to be told. */
  asked: ReadonlySet<UploadField>;
}

/** How the files are read: what they may not say themselves. */
export function FileFields({ form, errorOf, onChange, tools, asked }: FileFieldsProps) {
  const shown = (field: UploadField) =>
    asked.has(field) || form[field] !== "" || errorOf(field) !== undefined;
  return (
    <div className="grid grid-cols-1 gap-3 wide:grid-cols-3">
      <Field label="Written by" error={errorOf("tool")}>
        <Select options={tools} value={form.tool} onChange={(tool) => onChange({ tool })} />
      </Field>
      <Field
        label="The run began"
        hint="For files that count from their start. Your time zone."
        error={errorOf("started")}
      >
        <TextInput
          type="datetime-local"
          step={1}
          value={form.started}
          onChange={(started) => onChange({ started })}
        />
      </Field>
      {shown("unit") ? (
        <Field label="Latencies are in" error={errorOf("unit")}>
          <Select options={UNITS} value={form.unit as ""} onChange={(unit) => onChange({ unit })} />
        </Field>
      ) : null}
      {shown("timestamps") ? (
        <Field label="Times in the file say" error={errorOf("timestamps")}>
          <Select
            options={TIMESTAMPS}
            value={form.timestamps as ""}
            onChange={(timestamps) => onChange({ timestamps })}
          />
        </Field>
      ) : null}
      {shown("load") ? (
        <Field label="Requests were sent" error={errorOf("load")}>
          <Select options={LOADS} value={form.load as ""} onChange={(load) => onChange({ load })} />
        </Field>
      ) : null}
      {shown("mapping") ? (
        <Field
          label="Mapping"
          className="wide:col-span-3"
          hint="JSON: what the columns of any CSV or NDJSON mean. It is kept with the experiment."
          error={errorOf("mapping")}
        >
          <TextArea
            value={form.mapping}
            mono
            rows={4}
            spellCheck={false}
            placeholder={
              '{ "time": { "column": "when", "unit": "s" }, "latency": { "column": "ms", "unit": "ms" }, "label": "path" }'
            }
            onChange={(mapping) => onChange({ mapping })}
          />
        </Field>
      ) : null}
    </div>
  );
}
