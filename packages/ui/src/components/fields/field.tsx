"use client";

import { createContext, useContext, useId, useMemo } from "react";
import type { ReactNode } from "react";
import clsx from "clsx";
import { Icon } from "../page/icon.tsx";

/** The attributes that tie a control to its field for assistive technology. */
export interface FieldWiring {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
  required?: true;
}

const FieldContext = createContext<FieldWiring | null>(null);

interface FieldProps {
  label: ReactNode;
  /** What is expected, while nothing is wrong. */
  hint?: ReactNode;
  /** What is wrong and what to do; replaces the hint. */
  error?: ReactNode;
  required?: boolean;
  /** Right of the label: a count, a link. */
  aside?: ReactNode;
  className?: string | undefined;
  /** One control of this package: it takes its id and its descriptions from here. */
  children: ReactNode;
}

export function Field({ label, hint, error, required = false, aside, className, children }: FieldProps) {
  const id = useId();
  const wrong = error !== undefined && error !== null && error !== "";
  const told = wrong || (hint !== undefined && hint !== null);
  const wiring = useMemo<FieldWiring>(
    () => ({
      id,
      ...(told ? { "aria-describedby": `${id}-told` } : {}),
      ...(wrong ? { "aria-invalid": true as const } : {}),
      ...(required ? { required: true as const } : {}),
    }),
    [id, told, wrong, required],
  );
  return (
    <div className={clsx("flex min-w-0 flex-col gap-[5px] text-12 text-ink-2", className)}>
      <div className="flex items-baseline justify-between gap-3">
        <label id={`${id}-label`} htmlFor={id}>
          {label}
          {required ? null : <span className="text-ink-3"> (optional)</span>}
        </label>
        {aside}
      </div>
      <FieldContext value={wiring}>{children}</FieldContext>
      <FieldWords id={`${id}-told`} wrong={wrong} words={wrong ? error : hint} />
    </div>
  );
}

/** The live region exists before the error, otherwise screen readers would not announce it. */
function FieldWords({ id, wrong, words }: { id: string; wrong: boolean; words: ReactNode }) {
  return (
    <div id={id} role={wrong ? "alert" : undefined} className="empty:hidden">
      {words === undefined || words === null ? null : (
        <span className={clsx("flex gap-[5px] wrap-anywhere", wrong ? "text-bad" : "text-ink-3")}>
          {wrong ? <Icon name="warning" className="mt-px size-3.5" /> : null}
          <span className="min-w-0">{words}</span>
        </span>
      )}
    </div>
  );
}

/** The wiring of the field around a control; a control that stands alone brings its own `aria-label`. */
export function useField(): FieldWiring | null {
  return useContext(FieldContext);
}

/** The frame of a control with text in it. */
export const controlClass = clsx(
  "rounded-control border border-control bg-surface text-13 text-ink transition-colors duration-120 placeholder:text-ink-3",
  "focus-visible:outline-2 focus-visible:outline-offset-1 focus-visible:outline-accent",
  "aria-invalid:border-bad aria-invalid:ring-1 aria-invalid:ring-bad",
  "disabled:border-line disabled:bg-sunken disabled:text-ink-3",
);
