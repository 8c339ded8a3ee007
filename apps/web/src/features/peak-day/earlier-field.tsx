"use client";

import type { ListedPeakDay } from "@headroom/contract";
import { Button, NumberInput, Select } from "@headroom/ui";
import { datesText } from "./day-words.ts";
import { FIELD_WORDS } from "./form-values.ts";
import type { FormValues } from "./form-values.ts";

type Earlier = FormValues["earlier"];

interface EarlierFieldProps {
  earlier: Earlier;
  /** Of the same service. */
  days: readonly ListedPeakDay[];
  error: string | undefined;
  onChange: (earlier: Earlier) => void;
}

/** The earlier peak days that are laid under this one, with the growth expected over each. */
export function EarlierField({ earlier, days, error, onChange }: EarlierFieldProps) {
  const left = days.filter(({ id }) => !earlier.some((one) => one.id === id));
  const change = (id: string, changes: Partial<Earlier[number]>) =>
    onChange(earlier.map((one) => (one.id === id ? { ...one, ...changes } : one)));
  return (
    <div>
      <p className="text-12 font-medium text-ink-2">{FIELD_WORDS.earlier}</p>
      {earlier.map((one) => (
        <Row
          key={one.id}
          earlier={one}
          day={days.find(({ id }) => id === one.id)}
          onChange={(changes) => change(one.id, changes)}
          onRemove={() => onChange(earlier.filter(({ id }) => id !== one.id))}
        />
      ))}
      {left.length === 0 ? (
        earlier.length === 0 ? (
          <p className="mt-1 text-13 text-ink-3">
            The service has no other peak day. Create last year&apos;s first, and import its throughput there.
          </p>
        ) : null
      ) : (
        <Select
          className="mt-2 max-w-80"
          aria-label="Add an earlier peak day"
          placeholder="Add an earlier peak day"
          options={left.map((day) => ({ value: day.id, label: `${day.name}, ${datesText(day)}` }))}
          value=""
          onChange={(id) => onChange([...earlier, { id, growthLow: 1, growthHigh: 1 }])}
        />
      )}
      {error === undefined ? null : (
        <p role="alert" className="mt-2 text-12 text-bad">
          {error}
        </p>
      )}
    </div>
  );
}

interface RowProps {
  earlier: Earlier[number];
  day: ListedPeakDay | undefined;
  onChange: (changes: Partial<Earlier[number]>) => void;
  onRemove: () => void;
}

function Row({ earlier: { growthLow, growthHigh }, day, onChange, onRemove }: RowProps) {
  const name = day?.name ?? "Earlier day";
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-13">
      <span className="min-w-48 wrap-anywhere">
        <b className="font-semibold">{name}</b>
        {day === undefined ? null : <span className="block text-12 text-ink-3">{datesText(day)}</span>}
      </span>
      <span className="text-ink-2">growth ×</span>
      <NumberInput
        className="w-20!"
        value={growthLow}
        onChange={(value) => onChange({ growthLow: value })}
        aria-label={`Lowest growth over ${name}`}
      />
      <span className="text-ink-2">to</span>
      <NumberInput
        className="w-20!"
        value={growthHigh}
        onChange={(value) => onChange({ growthHigh: value })}
        aria-label={`Highest growth over ${name}`}
      />
      <Button look="quiet" onClick={onRemove}>
        Remove
      </Button>
    </div>
  );
}
