import { SERVICE_EVENT_KINDS } from "@headroom/core";
import { Field, Select } from "@headroom/ui";
import { KIND_WORDS } from "./event-words.ts";
import type { EventKind } from "./event-words.ts";

const OPTIONS = SERVICE_EVENT_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }));

interface EventKindFieldProps {
  value: EventKind;
  onChange: (kind: EventKind) => void;
}

export function EventKindField({ value, onChange }: EventKindFieldProps) {
  return (
    <Field label="Kind" required>
      <Select options={OPTIONS} value={value} onChange={onChange} />
    </Field>
  );
}
