"use client";

import { useEffect, useRef, useState } from "react";
import { parseNumberText } from "./number-text.ts";
import { TextInput } from "./text-input.tsx";

interface NumberInputProps {
  value: number | null;
  /** Null while the text is empty or not a number. */
  onChange: (value: number | null) => void;
  unit?: string;
  min?: number;
  max?: number;
  /** Only whole numbers. */
  whole?: boolean;
  name?: string;
  placeholder?: string;
  disabled?: boolean;
  className?: string | undefined;
  "aria-label"?: string;
}

/** A number in plain text: no spinner, no change under the wheel, thousands may be grouped. */
export function NumberInput({ value, onChange, min, max, whole = false, ...rest }: NumberInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(value === null ? "" : String(value));
  const written = parseNumberText(draft);
  const shown = (written ?? null) === value ? draft : value === null ? "" : String(value);
  const wrong = complaint(parseNumberText(shown), { min, max, whole });
  useEffect(() => input.current?.setCustomValidity(wrong ?? ""), [wrong]);
  return (
    <TextInput
      ref={input}
      inputMode={whole ? "numeric" : "decimal"}
      autoComplete="off"
      value={shown}
      title={wrong ?? undefined}
      {...(wrong ? { "aria-invalid": true } : {})}
      onChange={(text) => {
        setDraft(text);
        onChange(parseNumberText(text) ?? null);
      }}
      {...rest}
    />
  );
}

interface Bounds {
  min: number | undefined;
  max: number | undefined;
  whole: boolean;
}

function complaint(value: number | null | undefined, { min, max, whole }: Bounds): string | null {
  if (value === null) return null;
  if (value === undefined) return "Enter a number, for example 1,250 or 0.5.";
  if (whole && !Number.isInteger(value)) return "Enter a whole number.";
  if (min !== undefined && value < min) return `Enter ${min} or more.`;
  if (max !== undefined && value > max) return `Enter ${max} or less.`;
  return null;
}
