"use client";

import { useId } from "react";
import { Select } from "@headroom/ui";

interface FilterChoiceProps {
  name: string;
  every: string;
  choices: readonly string[];
  value: string | null;
  onChoose: (value: string | null) => void;
}

/** Nothing to choose from: nothing is shown, unless the address asks for something. */
export function FilterChoice({ name, every, choices, value, onChoose }: FilterChoiceProps) {
  const id = useId();
  if (choices.length < 2 && value === null) return null;
  const all = value === null || choices.includes(value) ? choices : [value, ...choices];
  const options = [{ value: "", label: every }, ...all.map((choice) => ({ value: choice, label: choice }))];
  return (
    <span className="flex items-center gap-2">
      <label htmlFor={id} className="text-12 text-ink-3">
        {name}
      </label>
      <Select
        id={id}
        options={options}
        value={value ?? ""}
        onChange={(chosen) => onChoose(chosen === "" ? null : chosen)}
        className="max-w-44 wide:h-8"
      />
    </span>
  );
}
