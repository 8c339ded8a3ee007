"use client";

import type { PeakDayView } from "@headroom/contract";
import {
  FigureStrip,
  Notice,
  PageHead,
  Sentence,
  Sheet,
  SheetSection,
  SheetTitle,
  buttonClass,
  textLinkClass,
} from "@headroom/ui";
import { useFeed } from "../../feed/use-feed.ts";
import type { FeedLink } from "../../feed/use-feed.ts";
import { AppLink } from "../shell/app-link.tsx";
import { SimulatedTag } from "../shell/simulated-tag.tsx";
import { peakDayAddress } from "./addresses.ts";
import { CurveSheet } from "./curve-sheet.tsx";
import { clockText, datesText } from "./day-words.ts";
import { EventsSheet } from "./events-sheet.tsx";
import { GaugeChoice, useGauges } from "./gauge-choice.tsx";
import { LabelsSheet } from "./labels-sheet.tsx";
import { PeakChart } from "./peak-chart.tsx";
import { preparePage } from "./prepare-peak-day.ts";
import type { PeakDayModel } from "./prepare-peak-day.ts";

interface PeakDayPageProps {
  view: PeakDayView;
  mayEdit: boolean;
  ingestUrl: string;
  /** Those that the address names; null: none. */
  gauges: readonly string[] | null;
}

/** A peak day before, while and after it runs. */
export function PeakDayPage({ view: rendered, mayEdit, ingestUrl, gauges }: PeakDayPageProps) {
  const address = rendered.phase === "after" ? null : `/api/feed/peak-days/${rendered.peakDay.id}`;
  const { view, link } = useFeed(rendered, address);
  const { peakDay, earlier } = view;
  const choice = useGauges(view, gauges);
  const model = preparePage(view, choice.shown);
  const isEmpty =
    view.points.length === 0 && view.usual === null && earlier.every(({ points }) => points.length === 0);
  return (
    <>
      <DayHead peakDay={peakDay} model={model} simulated={view.simulated} mayEdit={mayEdit} />
      {link === "live" ? null : (
        <Notice tone="bad" live className="mb-5">
          {LINK_WORDS[link]}
        </Notice>
      )}
      {model.problem === null ? null : (
        <Notice tone="unsure" className="mb-5">
          {model.problem}
        </Notice>
      )}
      <FigureStrip label="Figures" cells={model.figures} />
      <Sheet label="Throughput" className="mt-5">
        <SheetSection className="flex min-w-0 flex-col">
          <SheetTitle>On the clock of the event</SheetTitle>
          {isEmpty ? (
            <Empty view={view} />
          ) : (
            <>
              <GaugeChoice gauges={view.gauges} {...choice} />
              <PeakChart input={model.chart} />
            </>
          )}
        </SheetSection>
      </Sheet>
      <LabelsSheet latest={view.latest} mix={model.mix} name={peakDay.name} />
      <EventsSheet peakDay={peakDay} events={view.events} mayEdit={mayEdit} />
      {mayEdit ? <CurveSheet peakDay={peakDay} ingestUrl={ingestUrl} /> : null}
    </>
  );
}

interface DayHeadProps extends Pick<PeakDayPageProps, "mayEdit">, Pick<PeakDayView, "peakDay" | "simulated"> {
  model: PeakDayModel;
}

function DayHead({ peakDay, model, simulated, mayEdit }: DayHeadProps) {
  return (
    <PageHead
      eyebrow={
        <>
          <AppLink href={`/services/${encodeURIComponent(peakDay.service.slug)}`} className="hover:underline">
            <bdi>{peakDay.service.name}</bdi>
          </AppLink>
          <b className="font-medium text-ink wrap-anywhere">
            <bdi>{peakDay.name}</bdi>
          </b>
          <SimulatedTag simulated={simulated} />
        </>
      }
      sentence={<Sentence lead={model.lead} rest={model.rest} />}
      meta={<Meta peakDay={peakDay} />}
      actions={
        mayEdit ? (
          <AppLink href={`${peakDayAddress(peakDay.id)}/edit`} className={buttonClass()}>
            Edit
          </AppLink>
        ) : undefined
      }
    />
  );
}

const LINK_WORDS: Record<Exclude<FeedLink, "live">, string> = {
  late: "New data isn't coming through, so this page may be out of date. It catches up automatically.",
  over: "You no longer have access to this page. Reload it to sign in again.",
};

function Meta({ peakDay }: Pick<PeakDayView, "peakDay">) {
  const { eventName, eventAt, owner, notes, timeZone } = peakDay;
  return (
    <>
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-13 text-ink-2">
        <li>{datesText(peakDay)}</li>
        <li>
          {eventName} <b className="font-medium text-ink">{clockText(eventAt, peakDay)}</b>
        </li>
        <li>{timeZone}</li>
        {owner === null ? null : <li>{owner}</li>}
      </ul>
      {notes === null ? null : (
        <p className="mt-2 max-w-[72ch] text-13 wrap-anywhere whitespace-pre-wrap text-ink-2">{notes}</p>
      )}
    </>
  );
}

function Empty({ view: { phase, peakDay } }: Pick<PeakDayPageProps, "view">) {
  const { slug } = peakDay.service;
  return (
    <p className="mt-3 max-w-[72ch] text-14 text-ink-2">
      {phase === "after"
        ? "No live traffic of this day is stored. Import its throughput from a file, or draw it through a few points."
        : "Nothing to draw yet. Add an earlier peak day to see what this one may look like."}{" "}
      {phase === "during" ? (
        <AppLink href={`/services/${encodeURIComponent(slug)}`} className={textLinkClass}>
          Send live traffic
        </AppLink>
      ) : null}
    </p>
  );
}
