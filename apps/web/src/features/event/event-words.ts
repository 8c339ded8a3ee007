import type { ServiceEvent } from "@headroom/contract";
import { TimeZone } from "@headroom/core";
import { localText } from "./local-text.ts";

export type EventKind = ServiceEvent["kind"];

export const KIND_WORDS: Record<EventKind, string> = {
  deploy: "Deploy",
  scale: "Scaling",
  "cache-flush": "Cache flush",
  failure: "Failure",
  note: "Note",
  maintenance: "Maintenance",
};

/** What a field for local time was changed to. An unchanged field keeps its instant to the second. */
export function readMoment(
  typed: string,
  { at, timeZone }: { at: string; timeZone: string },
): { at: string } | { problem: string } {
  if (typed === localText(at, timeZone)) return { at };
  const shown = new Date(`${typed}Z`);
  if (Number.isNaN(shown.getTime())) return { problem: "Enter a date and time." };
  const [first] = new TimeZone(timeZone).instantsOf(shown);
  return first === undefined ? { problem: "The clocks skip this time." } : { at: first.toISOString() };
}
