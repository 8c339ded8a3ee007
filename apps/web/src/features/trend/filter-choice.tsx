"use client";

import { Field, Select } from "@headroom/ui";

interface FilterChoiceProps {
  name: string;
  every: string;
  choices: readonly string[];
  value: string | null;
  onChoose: (value: string | null) => void;
}

/** Nothing to choose from: nothing is shown, unless the address asks for something. */
export function FilterChoice({ name, every, choices, value, onChoose }: FilterChoiceProps) {
  if (choices.length === 0 && value === null) return null;
  const all = value === null || choices.includes(value) ? choices : [value, ...choices];
  const options = [{ value: "", label: every }, ...all.map((choice) => ({ value: choice, label: choice }))];
  return (
    <Field label={name} required className="max-w-44 min-w-28">
      <Select
        options={options}
        value={value ?? ""}
        onChange={(chosen) => onChoose(chosen === "" ? null : chosen)}
      />
    </Field>
  );
}
