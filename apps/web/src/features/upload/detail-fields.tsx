"use client";

import { Checkbox, Field, Select, TextArea, TextInput } from "@headroom/ui";
import { Folded } from "./folded.tsx";
import type { ToolOption } from "./prepare-detection.ts";
import type { UploadField, UploadForm } from "./upload-form.ts";

interface DetailFieldsProps {
  form: UploadForm;
  errorOf: (field: UploadField) => string | undefined;
  onChange: (change: Partial<UploadForm>) => void;
}

const RARE = [
  "exceptLabels",
  "onlyLabels",
  "price",
  "changed",
  "configuration",
  "notes",
  "simulated",
  "archive",
] as const;

/** Facts about the run that no file contains. */
export function RunFields(fields: DetailFieldsProps) {
  const { form, errorOf, onChange } = fields;
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
      <div className="wide:col-span-2">
        <Folded
          title="Label filter, configuration, notes and price"
          open={RARE.some((field) => form[field] !== "" || errorOf(field) !== undefined)}
        >
          <RareFields {...fields} />
        </Folded>
      </div>
    </div>
  );
}

function RareFields({ form, errorOf, onChange }: DetailFieldsProps) {
  return (
    <div className="grid grid-cols-1 gap-3 wide:grid-cols-2">
      {LABEL_FIELDS.map(({ field, label, hint }) => (
        <Field key={field} label={label} hint={hint} className="wide:col-span-2" error={errorOf(field)}>
          <TextArea
            value={form[field]}
            mono
            rows={2}
            maxLength={4_100}
            spellCheck={false}
            onChange={(patterns) => onChange({ [field]: patterns })}
          />
        </Field>
      ))}
      <Field
        label="Price"
        hint="Of everything that was running: 0.004 USD/s or 14.40 USD/h"
        className="wide:col-span-2"
        error={errorOf("price")}
      >
        <TextInput value={form.price} maxLength={60} onChange={(price) => onChange({ price })} />
      </Field>
      <Field
        label="What was changed"
        hint="In one line: cache co-recs; 8 to 12 GB. Comparisons show it."
        className="wide:col-span-2"
        error={errorOf("changed")}
      >
        <TextInput value={form.changed} maxLength={500} onChange={(changed) => onChange({ changed })} />
      </Field>
      <Field
        label="Configuration"
        hint="What was running, one key a line: memory=12 GB. Comparisons name the keys that differ."
        className="wide:col-span-2"
        error={errorOf("configuration")}
      >
        <TextArea
          value={form.configuration}
          rows={2}
          maxLength={30_000}
          onChange={(configuration) => onChange({ configuration })}
        />
      </Field>
      <Field label="Notes" className="wide:col-span-2" error={errorOf("notes")}>
        <TextArea value={form.notes} rows={2} maxLength={2_000} onChange={(notes) => onChange({ notes })} />
      </Field>
      <Checkbox
        label="Simulated"
        hint="A simulator made the results up. The run is marked and proves nothing."
        checked={form.simulated === "true"}
        className="wide:col-span-2"
        onChange={(simulated) => onChange({ simulated: simulated ? "true" : "" })}
      />
      <Checkbox
        label="From an archive"
        hint="Its place among other runs is when it began, however long ago."
        checked={form.archive === "true"}
        className="wide:col-span-2"
        onChange={(archive) => onChange({ archive: archive ? "true" : "" })}
      />
    </div>
  );
}

/** Requests that no figure and no verdict is to be of. */
const LABEL_FIELDS = [
  {
    field: "exceptLabels",
    label: "Leave out labels",
    hint: "One pattern per line, such as setup* or *.png. Their requests count in no figure and no verdict, and the run says so.",
  },
  {
    field: "onlyLabels",
    label: "Keep only labels",
    hint: "One pattern per line. All other labels are left out.",
  },
] as const;

const LOADS = [
  { value: "", label: "Tool default" },
  { value: "open", label: "Open: fixed arrival rate" },
  { value: "closed", label: "Closed: each request waits for the previous response" },
] as const;

const UNITS = [
  { value: "", label: "From the file" },
  { value: "ns", label: "Nanoseconds" },
  { value: "us", label: "Microseconds" },
  { value: "ms", label: "Milliseconds" },
  { value: "s", label: "Seconds" },
] as const;

const TIMESTAMPS = [
  { value: "", label: "Tool default" },
  { value: "start", label: "The start of a request" },
  { value: "end", label: "The end of a request" },
] as const;

interface FileFieldsProps extends DetailFieldsProps {
  tools: readonly ToolOption[];
  /** Fields that the files on the page may need. */
  asked: ReadonlySet<UploadField>;
}

/** How to read the files, where they do not say so themselves. */
export function FileFields({ form, errorOf, onChange, tools, asked }: FileFieldsProps) {
  const shown = (field: UploadField) =>
    asked.has(field) || form[field] !== "" || errorOf(field) !== undefined;
  return (
    <div className="grid grid-cols-1 gap-3 wide:grid-cols-3">
      <Field label="File format" error={errorOf("tool")}>
        <Select options={tools} value={form.tool} onChange={(tool) => onChange({ tool })} />
      </Field>
      <Field
        label="Run started at"
        hint="Only for files without absolute times. In your time zone."
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
        <Field label="Latency unit" error={errorOf("unit")}>
          <Select options={UNITS} value={form.unit as ""} onChange={(unit) => onChange({ unit })} />
        </Field>
      ) : null}
      {shown("timestamps") ? (
        <Field label="Timestamps mark" error={errorOf("timestamps")}>
          <Select
            options={TIMESTAMPS}
            value={form.timestamps as ""}
            onChange={(timestamps) => onChange({ timestamps })}
          />
        </Field>
      ) : null}
      {shown("zone") ? (
        <Field
          label="Time zone of dates"
          hint="For dates without one, such as Europe/Berlin or +02:00."
          error={errorOf("zone")}
        >
          <TextInput
            value={form.zone}
            maxLength={100}
            placeholder="UTC"
            onChange={(zone) => onChange({ zone })}
          />
        </Field>
      ) : null}
      {shown("load") ? (
        <Field label="Load model" error={errorOf("load")}>
          <Select options={LOADS} value={form.load as ""} onChange={(load) => onChange({ load })} />
        </Field>
      ) : null}
      {shown("mapping") ? (
        <MappingField value={form.mapping} error={errorOf("mapping")} onChange={onChange} />
      ) : null}
    </div>
  );
}

interface MappingFieldProps {
  value: string;
  error: string | undefined;
  onChange: DetailFieldsProps["onChange"];
}

function MappingField({ value, error, onChange }: MappingFieldProps) {
  return (
    <Field
      label="Mapping as JSON"
      className="wide:col-span-3"
      hint="What each CSV column or NDJSON field means, in full. Saved with the experiment."
      error={error}
    >
      <TextArea
        value={value}
        mono
        rows={4}
        spellCheck={false}
        placeholder={
          '{ "time": { "column": "when", "unit": "s" }, "latency": { "column": "ms", "unit": "ms" }, "label": "path" }'
        }
        onChange={(mapping) => onChange({ mapping })}
      />
    </Field>
  );
}
