import { HeadroomError, isTimeZone, TimeZone } from "@headroom/core";

const MOMENT = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:\d{2})?$/;

export function requireTimeZone(name: string): void {
  if (isTimeZone(name)) return;
  throw new HeadroomError("parameter-unreadable", `Unknown time zone "${name}".`, {
    field: "timeZone",
    fieldMessage: "Unknown time zone.",
    hint: "Use a name such as America/New_York, Europe/Berlin, or UTC.",
  });
}

/** A date and time with an offset, or by the clocks of a time zone. It is never guessed where they show a time twice or never. */
export function readMoment(text: string, { field, timeZone }: { field: string; timeZone: string }): Date {
  const given = MOMENT.exec(text);
  const shown = given === null ? null : shownOf(given);
  if (shown === null) throw refusal(field, text, "there is no such date and time");
  const found = given?.[8] === undefined ? new TimeZone(timeZone).instantsOf(shown) : [new Date(text)];
  const [first, second] = found;
  if (first === undefined) throw refusal(field, text, `the clocks of ${timeZone} skip it that night`);
  if (second !== undefined)
    throw refusal(field, text, `the clocks of ${timeZone} show it twice that night`, found);
  if (first.getTime() < 0) throw refusal(field, text, "it is before 1970");
  return first;
}

/** As if it were in UTC. Null: no calendar has it, such as the 31st of February. */
function shownOf([
  ,
  year,
  month,
  day,
  hour,
  minute,
  second = "00",
  fraction = "",
]: RegExpExecArray): Date | null {
  const [first, then] = [`${year}-${month}-${day}`, `${hour}:${minute}:${second}`];
  const date = new Date(`${first}T${then}.${fraction.slice(0, 3).padEnd(3, "0")}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${first}T${then}`) ? date : null;
}

function refusal(field: string, text: string, why: string, choices: readonly Date[] = []): HeadroomError {
  const message = `${text} can't be used: ${why}.`;
  const hint =
    choices.length === 0
      ? "Use another time."
      : `Give it with its offset from UTC: ${choices.map((at) => at.toISOString()).join(" or ")}.`;
  return new HeadroomError("parameter-unreadable", message, {
    field,
    fieldMessage: `${message} ${hint}`,
    hint,
  });
}
