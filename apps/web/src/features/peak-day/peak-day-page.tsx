"use client";

import type { PeakDayView } from "@headroom/contract";
import { clockText } from "@headroom/core";
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
import { EventsSheet } from "../event/events-sheet.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { FeedNotice } from "../shell/feed-notice.tsx";
import { COUNT_THEM_TOO, notCountedWords } from "../shell/not-counted-words.ts";
import { PageCommands } from "../shell/page-commands.ts";
import { SimulatedTag } from "../shell/simulated-tag.tsx";
import { ShareButton } from "../share/share-button.tsx";
import { SlosBeside } from "../slo/slos-beside.tsx";
import { peakDayAddress, readinessAddress } from "./addresses.ts";
import type { PeakDayPlace } from "./addresses.ts";
import { AlertsSheet } from "./alerts-sheet.tsx";
import { CurveSheet } from "./curve-sheet.tsx";
import { datesText } from "./day-words.ts";
import { frozenText } from "./frozen-words.ts";
import { GaugeChoice, useGauges } from "./gauge-choice.tsx";
import { LabelsSheet } from "./labels-sheet.tsx";
import { PeakChart } from "./peak-chart.tsx";
import { WallButton } from "./wall/wall-button.tsx";
import { preparePage } from "./prepare-peak-day.ts";
import type { PeakDayModel } from "./prepare-peak-day.ts";

interface PeakDayPageProps {
  view: PeakDayView;
  place: PeakDayPlace;
  mayEdit?: boolean;
  /** For people who may edit. */
  ingestUrl?: string;
  /** Those that the address names; null: none. */
  gauges: readonly string[] | null;
}

/** A peak day before, while and after it runs. */
export function PeakDayPage(props: PeakDayPageProps) {
  const { view: rendered, place, mayEdit = false, ingestUrl = "", gauges } = props;
  const { view, link } = useFeed(rendered, rendered.phase === "after" ? null : place.feed);
  const { peakDay, earlier } = view;
  const choice = useGauges(view, { asked: gauges, page: place.page });
  if (link === "over" && place.kind === "guest") return <LinkOver />;
  const model = preparePage(view, choice.shown);
  const isEmpty =
    view.points.length === 0 && view.usual === null && earlier.every(({ points }) => points.length === 0);
  return (
    <>
      <Head view={view} model={model} place={place} mayEdit={mayEdit} />
      <FeedNotice link={link} what="peak day" />
      {[model.problem, model.contradiction].map((words) =>
        words === null ? null : (
          <Notice key={words} tone="unsure" className="mb-5">
            {words}
          </Notice>
        ),
      )}
      <NotCounted view={view} place={place} />
      <FigureStrip label="Figures" cells={model.figures} />
      <Sheet label="Throughput" className="mt-5">
        <SheetSection className="flex min-w-0 flex-col">
          <SheetTitle>On the clock of the event</SheetTitle>
          {isEmpty ? (
            <Empty view={view} place={place} />
          ) : (
            <>
              <GaugeChoice gauges={view.gauges} {...choice} />
              <PeakChart input={model.chart} />
            </>
          )}
        </SheetSection>
      </Sheet>
      <LabelsSheet
        latest={view.latest}
        targets={view.targets}
        mix={model.mix}
        name={peakDay.name}
        traced={place.kind === "member" ? peakDay.service.slug : null}
      />
      <Watched view={view} place={place} mayEdit={mayEdit} />
      <EventsSheet
        service={peakDay.service.slug}
        events={view.events}
        timeText={(at) => clockText(at, peakDay)}
        timeZone={peakDay.timeZone}
        isGuest={place.kind === "guest"}
        mayEdit={mayEdit}
        isCurrent={view.phase === "during"}
        ingestUrl={ingestUrl}
      />
      {mayEdit ? <CurveSheet peakDay={peakDay} ingestUrl={ingestUrl} /> : null}
    </>
  );
}

/** Members look there next; guests of a link have no page of them. */
function Watched({ view: { phase, peakDay }, place, mayEdit = false }: Omit<PeakDayPageProps, "gauges">) {
  if (place.kind === "guest" || phase === "after") return null;
  return (
    <>
      <AlertsSheet peakDay={peakDay} mayEdit={mayEdit} />
      {phase === "during" ? <SlosBeside service={peakDay.service.slug} /> : null}
    </>
  );
}

type HeadProps = Pick<PeakDayPageProps, "view" | "place"> & { model: PeakDayModel; mayEdit: boolean };

function Head({ view, model, place, mayEdit }: HeadProps) {
  const { peakDay, simulated } = view;
  return (
    <PageHead
      eyebrow={
        <>
          <ServiceName service={peakDay.service} place={place} />
          <b className="font-medium text-ink wrap-anywhere">
            <bdi>{peakDay.name}</bdi>
          </b>
          <SimulatedTag simulated={simulated} />
        </>
      }
      sentence={<Sentence lead={model.lead} rest={model.rest} />}
      meta={<Meta view={view} />}
      actions={
        <>
          {place.kind === "member" ? (
            <PageCommands
              commands={[
                {
                  title: `Readiness of ${peakDay.name}`,
                  words: "report",
                  href: readinessAddress(peakDay.id),
                },
                { title: `Wall of ${peakDay.name}`, words: "big screen", href: `${place.page}/wall` },
                ...(mayEdit ? [{ title: `Edit ${peakDay.name}`, href: `${place.page}/edit` }] : []),
              ]}
            />
          ) : null}
          <WallButton href={`${place.page}/wall`} />
          {place.kind === "member" ? (
            <AppLink href={readinessAddress(peakDay.id)} className={buttonClass()}>
              Readiness
            </AppLink>
          ) : null}
          {mayEdit ? (
            <>
              <ShareButton subject={{ kind: "peak-day", peakDayId: peakDay.id }} name={peakDay.name} />
              <AppLink href={`${peakDayAddress(peakDay.id)}/edit`} className={buttonClass()}>
                Edit
              </AppLink>
            </>
          ) : null}
        </>
      }
    />
  );
}

function NotCounted({ view, place }: Pick<PeakDayPageProps, "view" | "place">) {
  const words = notCountedWords(view.notCounted);
  if (words === null) return null;
  return (
    <p className="mb-5 text-13 text-ink-2">
      {words}{" "}
      {place.kind === "member" ? (
        <AppLink
          href={`/services/${encodeURIComponent(view.peakDay.service.slug)}/mapping`}
          className={textLinkClass}
        >
          {COUNT_THEM_TOO}
        </AppLink>
      ) : null}
    </p>
  );
}

/** Nothing of the day stays on the screen. */
function LinkOver() {
  return (
    <PageHead
      sentence={
        <Sentence
          lead="This link has ended."
          rest="It has expired or been revoked, or its passphrase has to be entered again. Reload the page to try it."
        />
      }
    />
  );
}

function ServiceName({
  service: { slug, name },
  place,
}: Pick<PeakDayPageProps, "place"> & Pick<PeakDayView["peakDay"], "service">) {
  if (place.kind === "guest") return <bdi>{name}</bdi>;
  return (
    <AppLink href={`/services/${encodeURIComponent(slug)}`} className="hover:underline">
      <bdi>{name}</bdi>
    </AppLink>
  );
}

function Meta({ view }: Pick<PeakDayPageProps, "view">) {
  const { peakDay } = view;
  const { eventName, eventAt, owner, notes, timeZone } = peakDay;
  const frozen = frozenText(view);
  return (
    <>
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-13 text-ink-2">
        <li>{datesText(peakDay)}</li>
        <li>
          {eventName} <b className="font-medium text-ink">{clockText(eventAt, peakDay)}</b>
        </li>
        <li>{timeZone}</li>
        {owner === null ? null : <li>{owner}</li>}
        {frozen === null ? null : <li>{frozen}</li>}
      </ul>
      {notes === null ? null : (
        <p className="mt-2 max-w-[72ch] text-13 wrap-anywhere whitespace-pre-wrap text-ink-2">{notes}</p>
      )}
    </>
  );
}

function Empty({ view: { phase, peakDay }, place }: Pick<PeakDayPageProps, "view" | "place">) {
  const { slug } = peakDay.service;
  if (place.kind === "guest")
    return <p className="mt-3 text-14 text-ink-2">No traffic of this day is known, so there is no chart.</p>;
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
