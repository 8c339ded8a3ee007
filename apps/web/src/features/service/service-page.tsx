"use client";

import type { ReactNode } from "react";
import type { TrafficAnswer } from "@headroom/contract";
import {
  FigureStrip,
  Notice,
  PageHead,
  Sentence,
  Sheet,
  SheetSection,
  SheetTitle,
  buttonClass,
  formatInstant,
  textLinkClass,
} from "@headroom/ui";
import { useFeed } from "../../feed/use-feed.ts";
import { EventsSheet } from "../event/events-sheet.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { FeedNotice } from "../shell/feed-notice.tsx";
import { SimulatedTag } from "../shell/simulated-tag.tsx";
import { simulatedName } from "../shell/simulated-words.ts";
import { useZone } from "../shell/use-zone.ts";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { KeepAsRun } from "./keep-as-run.tsx";
import { prepareLabels } from "./prepare-labels.ts";
import { prepareTraffic } from "./prepare-traffic.ts";
import type { TrafficModel } from "./prepare-traffic.ts";
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
  view: TrafficView;
  ingestUrl: string;
  timeZone: string;
  mayKeep: boolean;
  mayEdit: boolean;
  /** Whether tests have proven enough of it; null: it was never tested. */
  headroom: ReactNode;
  /** Its experiments. */
  children: ReactNode;
}

/** A service: what its users do now, what happened to it, and the experiments on it. */
export function ServicePage({ watched: rendered, headroom, children, ...props }: ServicePageProps) {
  const { view, timeZone } = props;
  const { view: watched, link } = useFeed(rendered, trafficFeed(rendered.traffic.service, view));
  const { traffic, events } = watched;
  const model = prepareTraffic({ traffic, events, view, now: new Date(watched.now) });
  return (
    <>
      <PageHead
        eyebrow={
          <>
            <span className="wrap-anywhere">{traffic.name}</span>
            <SimulatedTag simulated={traffic.simulated} />
          </>
        }
        sentence={<Sentence lead={model.lead} rest={model.rest} />}
        meta={<Meta traffic={traffic} model={model} timeZone={timeZone} />}
        actions={
          <AppLink href={`/services/${encodeURIComponent(traffic.service)}/slos`} className={buttonClass()}>
            SLOs
          </AppLink>
        }
      />
      <FeedNotice link={link} what="service" />
      {traffic.latestAt === null ? (
        <>
          {headroom === null ? null : <div className="mb-5">{headroom}</div>}
          <SendTraffic slug={traffic.service} ingestUrl={props.ingestUrl} />
        </>
      ) : (
        <>
          <Live {...props} traffic={traffic} model={model} />
          {headroom}
        </>
      )}
      <Events {...props} watched={watched} />
      {children}
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

interface LiveProps extends Omit<ServicePageProps, "watched" | "headroom" | "children"> {
  traffic: TrafficAnswer;
  model: TrafficModel;
}

function Live({ traffic, latest, view, ingestUrl, timeZone, mayKeep, model }: LiveProps) {
  const { service: slug, labels } = traffic;
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
      <FigureStrip
        label="Figures of the range"
        cells={model.figures.map((cell) => ({ ...cell, state: null }))}
      />
      <Sheet label="Throughput and latency" className="mt-5">
        <SheetSection className="flex min-w-0 flex-col">
          <SheetTitle>Throughput and latency</SheetTitle>
          {view.label === null ? null : (
            <p className="flex min-w-0 items-center gap-2 text-12 text-ink-2">
              <bdi title={view.label} className="truncate font-mono">
                {view.label}
              </bdi>
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
            <TrafficCharts drawing={model.drawing} slug={slug} name={name} view={view} timeZone={timeZone} />
          )}
        </SheetSection>
      </Sheet>
      {traffic.gauges.length === 0 ? null : <TrafficGauges traffic={traffic} timeZone={timeZone} />}
      {labels.length === 0 ? null : (
        <Sheet label="Labels" className="mt-5">
          <TrafficLabels
            labels={prepareLabels(labels)}
            slug={slug}
            view={view}
            range={{ from: traffic.from, to: traffic.to }}
          />
        </Sheet>
      )}
      <TrafficSource traffic={traffic} timeZone={timeZone} />
    </>
  );
}
