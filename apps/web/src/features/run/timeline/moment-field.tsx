"use client";

import { useState } from "react";
import { Field, TextInput, formatClock } from "@headroom/ui";
import { useChartLinks } from "./chart-links.tsx";
import { parseClock } from "../view/window-words.ts";

export interface Moment {
  text: string;
  type: (text: string) => void;
  wrong: string | null;
  /** Takes over the moment that was last pointed at, if none is typed yet. */
  take: () => void;
  /** Null if the field is empty; `unread` if it is not a time, which the field then shows. */
  read: (optional: boolean) => number | null | "unread";
}

/** A moment of the run that somebody types, or has pointed at on a chart. */
export function useMoment(): Moment {
  const links = useChartLinks();
  const [text, type] = useState("");
  const [wrong, setWrong] = useState<string | null>(null);
  return {
    text,
    type,
    wrong,
    take: () => {
      if (text === "" && links.lastAt !== null) type(formatClock(links.lastAt));
    },
    read: (optional) => {
      const nothing = optional && text.trim() === "";
      const atSeconds = nothing ? null : parseClock(text);
      const unread = !nothing && atSeconds === null;
      setWrong(unread ? `Enter a time like 1:30${optional ? ", or leave it empty" : ""}.` : null);
      return unread ? "unread" : atSeconds;
    },
  };
}

interface MomentFieldProps {
  label: string;
  required?: boolean;
  moment: Moment;
}

export function MomentField({ label, required = false, moment: { text, type, wrong } }: MomentFieldProps) {
  return (
    <Field label={label} required={required} hint="m:ss into the run" error={wrong} className="w-32">
      <TextInput value={text} onChange={type} placeholder="1:30" />
    </Field>
  );
}
