import clsx from "clsx";
import type { ReactNode } from "react";
import type { ListedPeakDay } from "@headroom/contract";
import { clockText, DAY_ALERT_STATES, untilText } from "@headroom/core";
import { plural } from "@headroom/core/format";
import {
  EmptyState,
  PageHead,
  Sentence,
  Sheet,
  Table,
  buttonClass,
  formatCount,
  formatFigure,
} from "@headroom/ui";
import { ReadAgain } from "../shell/read-again.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { GAMEDAYS, PEAK_DAYS, peakDayAddress } from "./addresses.ts";
import { datesText } from "./day-words.ts";
import { WallButton } from "./wall/wall-button.tsx";

/** While one runs. */
const EVERY_SECONDS = 30;

interface PeakDaysPageProps {
  peakDays: readonly ListedPeakDay[];
  /** By the ID of the peak day: whether it is ready, and how it went. */
  readiness: ReadonlyMap<string, ReactNode>;
  mayEdit: boolean;
  now: Date;
}

/** All peak days of the workspace, latest first. */
export function PeakDaysPage({ peakDays, readiness, mayEdit, now }: PeakDaysPageProps) {
  const next = peakDays.findLast(({ startsAt }) => Date.parse(startsAt) > now.getTime());
  const running = peakDays
    .filter((day) => stateOf(day, now) === "Now")
    .toSorted((a, b) => badnessOf(b) - badnessOf(a));
  return (
    <>
      {running.length === 0 ? null : <ReadAgain everySeconds={EVERY_SECONDS} />}
      <PageHead
        sentence={<Sentence {...sentenceOf({ peakDays, next, running, now })} />}
        actions={
          <>
            <AppLink href={GAMEDAYS} className={buttonClass()}>
              Gamedays
            </AppLink>
            {peakDays.length === 0 ? null : <WallButton href={`${PEAK_DAYS}/wall`} />}
            {mayEdit ? (
              <AppLink href={`${PEAK_DAYS}/new`} className={buttonClass("primary")}>
                New peak day
              </AppLink>
            ) : null}
          </>
        }
      />
      {peakDays.length === 0 ? (
        <Sheet label="Peak days">
          <EmptyState
            title="When is the service busiest?"
            step="Enter the sale, the ticket release or the last day of term, and the earlier ones to compare it with."
          />
        </Sheet>
      ) : (
        <PeakDaysTable peakDays={peakDays} readiness={readiness} now={now} />
      )}
    </>
  );
}

function sentenceOf({
  peakDays,
  next,
  running,
  now,
}: {
  peakDays: readonly ListedPeakDay[];
  next: ListedPeakDay | undefined;
  running: readonly ListedPeakDay[];
  now: Date;
}): { lead: string; rest: string } {
  const [current] = running;
  if (current !== undefined) {
    const { name, service, headline } = current;
    const others = running.length > 1 ? ` ${plural(running.length - 1, "more day")} running.` : "";
    if (headline === null) return { lead: `${name} is running.`, rest: `${service.name}.${others}` };
    return { lead: `${name}: ${headline.lead}`, rest: `${headline.rest}${others}` };
  }
  if (next !== undefined) {
    const until = untilText((Date.parse(next.startsAt) - now.getTime()) / 1_000);
    return { lead: `${next.name} starts in ${until}.`, rest: `${next.service.name}.` };
  }
  if (peakDays.length === 0) return { lead: "No peak days yet.", rest: "" };
  return { lead: "No peak day is planned.", rest: `${formatCount(peakDays.length)} in the past.` };
}

/** The sentence is about the worst of those that run. */
function badnessOf({ headline }: ListedPeakDay): number {
  return headline?.state == null ? 0 : DAY_ALERT_STATES.indexOf(headline.state);
}

type Found = NonNullable<ListedPeakDay["headline"]>["state"];
const isCalm = (state: Found) => state === null || state === "calm";

function stateOf({ startsAt, endsAt }: ListedPeakDay, now: Date): "Planned" | "Now" | "Over" {
  if (Date.parse(startsAt) > now.getTime()) return "Planned";
  return Date.parse(endsAt) > now.getTime() ? "Now" : "Over";
}

/** The figure that its readiness is measured by. */
function expectedText({ expectedPeak, growthPeak }: ListedPeakDay): string {
  const expected = expectedPeak ?? growthPeak;
  return expected === null ? "–" : formatFigure(expected);
}

function PeakDaysTable({
  peakDays,
  readiness,
  now,
}: Pick<PeakDaysPageProps, "peakDays" | "readiness" | "now">) {
  return (
    <Sheet label="Peak days">
      <Table label="Peak days" narrow="scroll">
        <thead>
          <tr>
            <th scope="col">Peak day</th>
            <th scope="col">Service</th>
            <th scope="col">When</th>
            <th scope="col" className="max-desk:hidden">
              Event
            </th>
            <th scope="col" className="right">
              Expected, req/s
            </th>
            <th scope="col">Readiness</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {peakDays.map((day) => (
            <tr key={day.id}>
              <th scope="row" className="min-w-40">
                <AppLink
                  href={peakDayAddress(day.id)}
                  className="text-14 font-semibold [overflow-wrap:anywhere] hover:underline"
                >
                  {day.name}
                </AppLink>
              </th>
              <td className="min-w-28 [overflow-wrap:anywhere]">
                <bdi>{day.service.name}</bdi>
              </td>
              <td className="whitespace-nowrap">{datesText(day)}</td>
              <td className="min-w-36 [overflow-wrap:anywhere] max-desk:hidden">
                {day.eventName}, {clockText(day.eventAt, day)}
              </td>
              <td className="right">{expectedText(day)}</td>
              <td className="whitespace-nowrap">{readiness.get(day.id)}</td>
              <td className="min-w-40">
                {stateOf(day, now)}
                {day.headline === null ? null : (
                  <span
                    className={clsx(
                      "block text-12 [overflow-wrap:anywhere]",
                      isCalm(day.headline.state) ? "text-ink-2" : "text-bad",
                    )}
                  >
                    {day.headline.lead}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Sheet>
  );
}
