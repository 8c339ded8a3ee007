import { Field, TextInput } from "@headroom/ui";
import { formatLength } from "@headroom/core/format";
import type { LocalRange, readRange } from "./local-range.ts";

interface RangeFieldsProps {
  typed: LocalRange;
  read: ReturnType<typeof readRange>;
  onChange: (changes: Partial<LocalRange>) => void;
}

/** A stretch of time, typed in the browser's time zone. */
export function RangeFields({ typed, read, onChange }: RangeFieldsProps) {
  const errorOf = (field: keyof LocalRange) =>
    "problem" in read && read.field === field ? read.problem : undefined;
  const seconds = "range" in read ? (Date.parse(read.range.to) - Date.parse(read.range.from)) / 1_000 : null;
  return (
    <div className="grid grid-cols-1 gap-3 wide:grid-cols-2">
      <Field label="From" required hint="In your time zone." error={errorOf("from")}>
        <TextInput
          type="datetime-local"
          step={1}
          value={typed.from}
          onChange={(from) => onChange({ from })}
        />
      </Field>
      <Field
        label="To"
        required
        {...(seconds === null ? {} : { hint: `${formatLength(Math.round(seconds))} long.` })}
        error={errorOf("to")}
      >
        <TextInput type="datetime-local" step={1} value={typed.to} onChange={(to) => onChange({ to })} />
      </Field>
    </div>
  );
}
