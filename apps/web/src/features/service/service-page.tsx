"use client";

import type { ReactNode } from "react";
import type { TrafficAnswer } from "@headroom/contract";
import {
  FigureStrip,
  Icon,
  Notice,
  PageHead,
  Sentence,
  Sheet,
  SheetSection,
  SheetTitle,
  VerdictPill,
  buttonClass,
  formatInstant,
  textLinkClass,
} from "@headroom/ui";
import type { FigureCell } from "@headroom/ui";
import { useFeed } from "../../feed/use-feed.ts";
import type { FeedLink } from "../../feed/use-feed.ts";
import { EventsSheet } from "../event/events-sheet.tsx";
import { StatePill } from "../overview/state-pill.tsx";
import type { StateWords } from "../overview/state-pill.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { FeedNotice } from "../shell/feed-notice.tsx";
import { SimulatedTag } from "../shell/simulated-tag.tsx";
import { simulatedName } from "../shell/simulated-words.ts";
import { useZone } from "../shell/use-zone.ts";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { uploadAddress } from "../shell/upload-address.ts";
import { KeepAsRun } from "./keep-as-run.tsx";
import type { BudgetModel } from "./prepare-budget.ts";
import { prepareLabels, selectedWords } from "./prepare-labels.ts";
import { liveState, prepareNow } from "./prepare-now.ts";
import type { LiveState, NowCell, NowModel, NowTargets, TestedCapacity } from "./prepare-now.ts";
import { prepareTraffic } from "./prepare-traffic.ts";
import type { TrafficModel } from "./prepare-traffic.ts";
import type { ServiceVerdict } from "./prepare-verdicts.ts";
import { RangeBar } from "./range-bar.tsx";
import { trafficAddress, trafficFeed } from "./search-params.ts";
import type { TrafficView } from "./search-params.ts";
import { SendTraffic } from "./send-traffic.tsx";
import { TrafficCharts } from "./traffic-charts.tsx";
import { TrafficGauges } from "./traffic-gauges.tsx";
import { TrafficLabels } from "./traffic-labels.tsx";
import { TrafficSource } from "./traffic-source.tsx";
import type { WatchedTraffic } from "./watched-traffic.ts";

interface ServicePageProps {
  watched: WatchedTraffic;
  /** The experiment of the service that had the latest run. */
  latest: { slug: string; name: string } | null;
  verdict: ServiceVerdict;
  capacity: TestedCapacity | null;
  /** What the peak day that runs or comes next is expected to bring, in requests a second. */
  peak: number | null;
  targets: NowTargets;
  /** The error budget that burns fastest; null if the service has no SLO. */
  budget: BudgetModel | null;
  /** A peak day of the service that runs now. */
  peakDay: { name: string; href: string } | null;
  view: TrafficView;
  ingestUrl: string;
  timeZone: string;
  mayKeep: boolean;
  mayEdit: boolean;
  tabs: ReactNode;
  /** Whether tests have proven enough of it; null: it was never tested. */
  headroom: ReactNode;
  /** How the experiment that changed most has done; null: none has enough runs. */
  trend: ReactNode;
  /** Its experiments. */
  children: ReactNode;
}

/** A service: what its users do now, and what the tests say. What isn't known yet comes last. */
export function ServicePage({ watched: rendered, ...props }: ServicePageProps) {
  const { view } = props;
  const { view: watched, link } = useFeed(rendered, trafficFeed(rendered.traffic.service, view));
  return watched.traffic.latestAt === null ? (
    <Quiet {...props} watched={watched} link={link} />
  ) : (
    <Live {...props} watched={watched} link={link} />
  );
}

/** Two sheets, or one as wide as the page. */
function Beside({ wide, narrow }: { wide: ReactNode; narrow: ReactNode }) {
  if (wide === null || narrow === null)
    return wide === null && narrow === null ? null : <div className="mt-5">{wide ?? narrow}</div>;
  return (
    <div className="mt-5 grid grid-cols-1 gap-5 desk:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)]">
      {wide}
      {narrow}
    </div>
  );
}

function shownCells(cells: readonly NowCell[], budget: BudgetModel | null): FigureCell[] {
  return [
    ...cells.map(({ verdict, ...cell }) => ({
      ...cell,
      state: verdict === null ? null : <VerdictPill state={verdict} />,
    })),
    ...(budget === null
      ? []
      : [
          {
            key: "budget",
            label: (
              <AppLink href={budget.href} className="hover:underline">
                {budget.label}
              </AppLink>
            ),
            value: budget.burn,
            unit: "x",
            caption: budget.caption,
            state: <VerdictPill state={budget.state} />,
          },
        ]),
  ];
}

const STATES: Record<LiveState, StateWords> = {
  missed: { word: "Misses its targets", icon: "missed", tone: "bad" },
  above: { word: "Above its ceiling", icon: "warning", tone: "bad" },
  near: { word: "Near its ceiling", icon: "warning", tone: "unsure" },
  holding: { word: "Holding", icon: "met", tone: "good" },
};

interface FollowedProps extends ServicePageProps {
  link: FeedLink;
}

/** No live traffic: the tests are the answer. */
function Quiet({ watched, link, ...props }: FollowedProps) {
  const { verdict, tabs, headroom, trend, children, ingestUrl, mayKeep } = props;
  const { traffic, eventsTotal } = watched;
  const model = prepareTraffic({ ...watched, view: props.view, now: new Date(watched.now) });
  return (
    <>
      <PageHead
        eyebrow={
          <>
            {verdict.state === null ? null : <VerdictPill state={verdict.state} />}
            <bdi className="wrap-anywhere">{traffic.name}</bdi>
          </>
        }
        sentence={<Sentence lead={verdict.lead} rest={verdict.rest} />}
        actions={
          mayKeep ? (
            <AppLink
              href={uploadAddress({ service: traffic.name, experiment: "" })}
              className={buttonClass()}
            >
              <Icon name="upload" />
              Upload a run
            </AppLink>
          ) : null
        }
      />
      {tabs}
      <FeedNotice link={link} what="service" />
      {children}
      <Beside wide={trend} narrow={headroom} />
      {eventsTotal === 0 ? null : <Events {...props} watched={watched} />}
      {traffic.heardAt === null ? null : (
        <Notice tone="unsure" title={model.lead} className="mt-5">
          {model.rest}
        </Notice>
      )}
      <SendTraffic slug={traffic.service} ingestUrl={ingestUrl} className="mt-5" />
    </>
  );
}

function Live({ watched, link, ...props }: FollowedProps) {
  const { view, timeZone, capacity, peak, targets, budget, peakDay, tabs, headroom, trend, children } = props;
  const { traffic } = watched;
  const now = new Date(watched.now);
  const model = prepareTraffic({ ...watched, view, now });
  const { lead, rest, cells, lines } = prepareNow({ traffic, targets, view, capacity, peak, model, now });
  const state = liveState(cells);
  return (
    <>
      <PageHead
        eyebrow={
          <>
            {state === null ? null : <StatePill {...STATES[state]} />}
            <bdi className="wrap-anywhere">{traffic.name}</bdi>
            <SimulatedTag simulated={traffic.simulated} />
          </>
        }
        sentence={<Sentence lead={lead} rest={rest} />}
        meta={<Meta traffic={traffic} model={model} timeZone={timeZone} />}
        actions={
          peakDay === null ? null : (
            <AppLink href={peakDay.href} className={buttonClass()}>
              <Icon name="clock" />
              Open the peak day
            </AppLink>
          )
        }
      />
      {tabs}
      <FeedNotice link={link} what="service" />
      <Traffic {...props} traffic={traffic} model={model} cells={shownCells(cells, budget)} lines={lines} />
      {children}
      <Beside wide={trend} narrow={headroom} />
      <Details {...props} traffic={traffic} />
      <Events {...props} watched={watched} />
    </>
  );
}

function Meta({
  traffic,
  model,
  timeZone,
}: Pick<ServicePageProps, "timeZone"> & { traffic: TrafficAnswer; model: TrafficModel }) {
  if (traffic.latestAt === null) return null;
  return (
    <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-13 text-ink-2">
      <li>
        Last data <b className="font-medium text-ink">{model.lastData}</b>,{" "}
        <ViewerTime from={traffic.latestAt} timeZone={timeZone} />
      </li>
      {traffic.source === null ? null : (
        <li>
          Counted from <b className="font-medium text-ink">{traffic.source.title}</b>
        </li>
      )}
    </ul>
  );
}

type EventsProps = Pick<ServicePageProps, "watched" | "view" | "ingestUrl" | "timeZone" | "mayEdit">;

function Events({ watched, view, ingestUrl, timeZone, mayEdit }: EventsProps) {
  const { traffic, events, eventsTotal } = watched;
  const zone = useZone(timeZone);
  return (
    <EventsSheet
      service={traffic.service}
      events={events}
      total={eventsTotal}
      timeText={(at) => formatInstant(new Date(at), zone)}
      timeZone={zone}
      mayEdit={mayEdit}
      isCurrent={!("from" in view.range)}
      ingestUrl={ingestUrl}
    />
  );
}

interface TrafficProps extends Pick<
  ServicePageProps,
  "latest" | "view" | "ingestUrl" | "timeZone" | "mayKeep"
> {
  traffic: TrafficAnswer;
  model: TrafficModel;
  cells: readonly FigureCell[];
  lines: NowModel["lines"];
}

function Traffic({ traffic, latest, view, ingestUrl, timeZone, mayKeep, model, cells, lines }: TrafficProps) {
  const { service: slug } = traffic;
  const name = simulatedName(traffic.name, traffic.simulated);
  return (
    <>
      {model.silence === null ? null : (
        <Notice tone="unsure" title={model.silence.title} className="mb-5">
          {model.silence.detail}
        </Notice>
      )}
      <RangeBar slug={slug} view={view} timeZone={timeZone}>
        {mayKeep && traffic.points.length > 0 ? (
          <KeepAsRun
            slug={slug}
            range={{ from: traffic.from, to: traffic.to }}
            latest={latest}
            ingestUrl={ingestUrl}
          />
        ) : null}
      </RangeBar>
      <FigureStrip label="Figures of the range" cells={cells} />
      <Sheet label="Throughput and latency" className="mt-5">
        <SheetSection className="flex min-w-0 flex-col">
          <SheetTitle>Throughput and latency</SheetTitle>
          {view.label === null ? null : (
            <p className="flex min-w-0 items-center gap-2 text-12 text-ink-2">
              <bdi title={view.label} className="truncate font-mono">
                {view.label}
              </bdi>
              <span className="flex-none">{selectedWords(traffic.selected)}</span>
              <AppLink
                href={trafficAddress(slug, { ...view, label: null })}
                className={`${textLinkClass} flex-none`}
              >
                Show all requests
              </AppLink>
            </p>
          )}
          {traffic.points.length + traffic.gauges.length === 0 ? (
            <p className="mt-3 text-14 text-ink-2">Nothing was reported in this range.</p>
          ) : (
            <TrafficCharts
              drawing={model.drawing}
              lines={lines}
              slug={slug}
              name={name}
              view={view}
              timeZone={timeZone}
            />
          )}
        </SheetSection>
      </Sheet>
    </>
  );
}

/** Labels, gauges and sources: what the figures consist of. */
function Details({ traffic, view, timeZone }: Pick<TrafficProps, "traffic" | "view" | "timeZone">) {
  const { service: slug, labels } = traffic;
  return (
    <>
      {labels.length === 0 ? null : (
        <Sheet label="Labels" className="mt-5">
          <TrafficLabels
            labels={prepareLabels(labels)}
            slug={slug}
            view={view}
            range={{ from: traffic.from, to: traffic.to }}
            selected={traffic.selected?.labels ?? null}
          />
        </Sheet>
      )}
      {traffic.gauges.length === 0 ? null : <TrafficGauges traffic={traffic} timeZone={timeZone} />}
      <TrafficSource traffic={traffic} timeZone={timeZone} />
    </>
  );
}
