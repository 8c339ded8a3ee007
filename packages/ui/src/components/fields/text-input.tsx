"use client";

import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from "react";
import clsx from "clsx";
import { controlClass, useField } from "./field.tsx";
import { useEarlyInput } from "./early-input.ts";

type TextControl = HTMLInputElement | HTMLTextAreaElement;

interface TextInputProps extends Omit<
  InputHTMLAttributes<HTMLInputElement>,
  "onChange" | "value" | "defaultValue" | "size"
> {
  value?: string;
  defaultValue?: string;
  /** Gets the text, not the event. */
  onChange?: (value: string) => void;
  /** Stands at the right end inside the frame: ms, req/s. */
  unit?: ReactNode;
  /** Commands, patterns, commits. */
  mono?: boolean;
  ref?: Ref<HTMLInputElement>;
}

export function TextInput({
  onChange,
  unit,
  mono = false,
  className,
  type = "text",
  ref,
  ...rest
}: TextInputProps) {
  const field = useField();
  const control = useEarlyText(rest.value, onChange, ref);
  const input = (
    <input
      ref={control}
      type={type}
      {...field}
      {...(onChange ? { onChange: (event) => onChange(event.target.value) } : {})}
      className={clsx(
        controlClass,
        "h-9 w-full min-w-0 pl-2.5 wide:h-8.5",
        unit === undefined ? "pr-2.5" : "pr-15",
        mono && "font-mono",
        className,
      )}
      {...rest}
    />
  );
  if (unit === undefined) return input;
  return (
    <span className="relative block">
      {input}
      <span
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-2.5 flex items-center text-12 text-ink-3"
      >
        {unit}
      </span>
    </span>
  );
}

interface TextAreaProps extends Omit<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  "onChange" | "value" | "defaultValue"
> {
  value?: string;
  defaultValue?: string;
  /** Gets the text, not the event. */
  onChange?: (value: string) => void;
  mono?: boolean;
  ref?: Ref<HTMLTextAreaElement>;
}

/** Grows with what is written in it, up to two thirds of the screen. */
export function TextArea({ onChange, mono = false, className, rows = 3, ref, ...rest }: TextAreaProps) {
  const field = useField();
  const control = useEarlyText(rest.value, onChange, ref);
  return (
    <textarea
      ref={control}
      rows={rows}
      {...field}
      {...(onChange ? { onChange: (event) => onChange(event.target.value) } : {})}
      className={clsx(
        controlClass,
        "field-sizing-content max-h-[66vh] min-h-17 w-full min-w-0 resize-y px-2.5 py-[7px]",
        mono && "font-mono",
        className,
      )}
      {...rest}
    />
  );
}

/** Text that was typed before the scripts ran. */
export function useEarlyText<Control extends TextControl>(
  value: string | undefined,
  onChange: ((value: string) => void) | undefined,
  ref?: Ref<Control | null>,
) {
  return useEarlyInput<Control, string>({
    // A text area joins the two signs of a line break of Windows.
    read: (control) =>
      value === undefined || control.value === value.replace(/\r\n?/g, "\n") ? null : control.value,
    report: (text) => onChange?.(text),
    ref,
  });
}
