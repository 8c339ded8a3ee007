import { useState } from "react";
import type { ReactNode } from "react";
import { HOUR_MILLIS } from "@headroom/core";
import { Field, TextInput } from "@headroom/ui";
import { readMoment } from "./event-words.ts";
import type { EventKind } from "./event-words.ts";
import { localText } from "./local-text.ts";

interface Ending {
  /** Null if it has no end, undefined if what was typed isn't a time. */
  until: string | null | undefined;
  field: ReactNode;
}

/** When maintenance ends, and the field for it: an hour later unless somebody says otherwise. */
export function useUntil({
  kind,
  at,
  until,
  timeZone,
}: {
  kind: EventKind;
  at: string;
  until: string | null;
  timeZone: string;
}): Ending {
  const suggested = until ?? new Date(Date.parse(at) + HOUR_MILLIS).toISOString();
  const [typed, setTyped] = useState<string | null>(null);
  if (kind !== "maintenance") return { until: null, field: null };
  const text = typed ?? localText(suggested, timeZone);
  const moment = readMoment(text, { at: suggested, timeZone });
  return {
    until: "at" in moment ? moment.at : undefined,
    field: (
      <Field
        label="Until"
        hint={`${timeZone}. SLO budgets leave out its whole ten minutes, such as 10:00 to 10:10.`}
        error={"problem" in moment ? moment.problem : undefined}
        required
      >
        <TextInput type="datetime-local" value={text} onChange={setTyped} />
      </Field>
    ),
  };
}
