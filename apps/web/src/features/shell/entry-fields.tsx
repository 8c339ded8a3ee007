import { Field, Select, TextInput } from "@headroom/ui";
import type { ExplainedRefusal } from "../../trpc/explain-refusal.ts";

/** What the text fields of an entry share. */
export interface TextFields<Name extends string> {
  words: Readonly<Record<Name, string>>;
  values: Readonly<Record<Name, string>>;
  problem: ExplainedRefusal | null;
  onText: (name: Name, text: string) => void;
}

interface TextOfProps<Name extends string> extends TextFields<Name> {
  field: NoInfer<Name>;
  hint: string;
  required?: boolean;
  list?: string;
}

export function TextOf<Name extends string>(props: TextOfProps<Name>) {
  const { words, values, problem, onText, field, hint, required = false, list } = props;
  return (
    <Field label={words[field]} hint={hint} error={errorAt(problem, field)} required={required}>
      <TextInput
        value={values[field]}
        onChange={(text) => onText(field, text)}
        maxLength={200}
        autoComplete="off"
        {...(list === undefined ? {} : { list })}
      />
    </Field>
  );
}

interface MomentOfProps<Name extends string> extends TextFields<Name> {
  field: NoInfer<Name>;
  hint?: string;
}

export function MomentOf<Name extends string>(props: MomentOfProps<Name>) {
  const { words, values, problem, onText, field, hint } = props;
  return (
    <Field label={words[field]} hint={hint} error={errorAt(problem, field)} required>
      <TextInput type="datetime-local" value={values[field]} onChange={(text) => onText(field, text)} />
    </Field>
  );
}

interface ServiceFieldProps {
  services: readonly { slug: string; name: string }[];
  value: string;
  problem: ExplainedRefusal | null;
  onChange: (slug: string) => void;
}

/** The service of something new. */
export function ServiceField({ services, value, problem, onChange }: ServiceFieldProps) {
  return (
    <Field label="Service" required error={errorAt(problem, "service")}>
      <Select
        options={services.map(({ slug, name }) => ({ value: slug, label: name }))}
        value={value}
        onChange={onChange}
      />
    </Field>
  );
}

export function errorAt(problem: ExplainedRefusal | null, field: string): string | undefined {
  return problem?.field === field ? problem.words : undefined;
}

/** What is wrong with several controls together, below them. */
export function ProblemBelow({ words }: { words: string | undefined }) {
  return words === undefined ? null : (
    <p role="alert" className="mt-2 text-12 text-bad">
      {words}
    </p>
  );
}
