import type { TrafficAnswer } from "@headroom/contract";
import type { CatalogPage } from "@headroom/services";
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
import { RefreshPage } from "../run/refresh-page.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { SimulatedTag } from "../shell/simulated-tag.tsx";
import { simulatedName } from "../shell/simulated-words.ts";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { KeepAsRun } from "./keep-as-run.tsx";
import { prepareLabels } from "./prepare-labels.ts";
import { prepareTraffic, reportedSeconds } from "./prepare-traffic.ts";
import type { TrafficModel } from "./prepare-traffic.ts";
import { RangeBar } from "./range-bar.tsx";
import { refreshSeconds, trafficAddress } from "./search-params.ts";
import type { TrafficView } from "./search-params.ts";
import { SendTraffic } from "./send-traffic.tsx";
import { ServiceExperiments } from "./service-experiments.tsx";
import { TrafficCharts } from "./traffic-charts.tsx";
import { TrafficGauges } from "./traffic-gauges.tsx";
import { TrafficLabels } from "./traffic-labels.tsx";
import { TrafficSource } from "./traffic-source.tsx";

interface ServicePageProps {
  traffic: TrafficAnswer;
  experiments: CatalogPage;
  view: TrafficView;
  ingestUrl: string;
  timeZone: string;
  mayKeep: boolean;
  now: Date;
}

/** A service: what its users do now, and the experiments on it. */
export function ServicePage(props: ServicePageProps) {
  const { traffic, experiments, view, timeZone, now } = props;
  const model = prepareTraffic(traffic, view, now);
  const every = refreshSeconds(view);
  return (
    <>
      {every === null ? null : <RefreshPage everySeconds={every} />}
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
      {traffic.latestAt === null ? (
        <SendTraffic slug={traffic.service} ingestUrl={props.ingestUrl} />
      ) : (
        <Live {...props} model={model} />
      )}
      <ServiceExperiments slug={traffic.service} page={experiments} now={now} />
    </>
  );
}

function Meta({
  traffic,
  model,
  timeZone,
}: Pick<ServicePageProps, "traffic" | "timeZone"> & { model: TrafficModel }) {
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

function latestOf({ experiments: [first] }: CatalogPage) {
  return first === undefined ? null : { slug: first.slug, name: first.name };
}

function Live(props: ServicePageProps & { model: TrafficModel }) {
  const { traffic, experiments, view, ingestUrl, timeZone, mayKeep, model } = props;
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
            latest={latestOf(experiments)}
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
          <TrafficLabels labels={prepareLabels(labels, reportedSeconds(traffic))} slug={slug} view={view} />
        </Sheet>
      )}
      <TrafficSource traffic={traffic} timeZone={timeZone} />
    </>
  );
}
