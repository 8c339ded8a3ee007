"use client";

import type { SelectHTMLAttributes } from "react";
import clsx from "clsx";
import { useEarlyInput } from "./early-input.ts";
import { controlClass, useField } from "./field.tsx";

export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  disabled?: boolean;
}

interface SelectProps<Value extends string> extends Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  "onChange" | "value" | "defaultValue" | "children" | "size" | "multiple"
> {
  options: readonly SelectOption<Value>[];
  value?: Value;
  defaultValue?: Value;
  /** Gets the chosen value, not the event. */
  onChange?: (value: Value) => void;
  /** Shown until something is chosen. */
  placeholder?: string;
}

/** The native select, which works best on phones, with keyboards and in plain forms. */
export function Select<Value extends string>({
  options,
  onChange,
  placeholder,
  className,
  ...rest
}: SelectProps<Value>) {
  const field = useField();
  const choose = (chosen: string) => {
    const option = options.find(({ value }) => value === chosen);
    if (option) onChange?.(option.value);
  };
  const control = useEarlyInput<HTMLSelectElement, string>({
    read: ({ value }) => (rest.value === undefined || rest.value === value ? null : value),
    report: choose,
  });
  return (
    <select
      ref={control}
      {...field}
      {...(onChange ? { onChange: (event) => choose(event.target.value) } : {})}
      className={clsx(
        controlClass,
        "select-chevron h-9 max-w-full min-w-0 truncate pr-8 pl-2.5 wide:h-8.5",
        className,
      )}
      {...rest}
    >
      {placeholder === undefined ? null : (
        <option value="" disabled>
          {placeholder}
        </option>
      )}
      {options.map(({ value, label, disabled }) => (
        <option key={value} value={value} disabled={disabled}>
          {label}
        </option>
      ))}
    </select>
  );
}
