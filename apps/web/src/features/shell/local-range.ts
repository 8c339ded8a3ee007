export interface LocalRange {
  from: string;
  to: string;
}

/** A moment as a `datetime-local` field has it, in the browser's time zone. */
export function toField(instant: string): string {
  const at = new Date(instant);
  const two = (value: number) => String(value).padStart(2, "0");
  const date = `${String(at.getFullYear()).padStart(4, "0")}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** What was typed as instants, or what is wrong with it. Unchanged fields keep their instant to the millisecond. */
export function readRange(
  typed: LocalRange,
  { shown, now }: { shown: LocalRange; now: Date },
): { range: LocalRange } | { field: keyof LocalRange; problem: string } {
  const from = readField(typed.from, shown.from);
  const to = readField(typed.to, shown.to);
  if (from === null) return { field: "from", problem: "Enter a date and time." };
  if (to === null) return { field: "to", problem: "Enter a date and time." };
  if (Date.parse(from) >= Date.parse(to)) return { field: "to", problem: "Must be after the start." };
  if (Date.parse(from) >= now.getTime()) return { field: "from", problem: "Must be in the past." };
  return { range: { from, to } };
}

function readField(text: string, shown: string): string | null {
  if (text === toField(shown)) return shown;
  const at = new Date(text);
  return text === "" || Number.isNaN(at.getTime()) ? null : at.toISOString();
}
