import type { Metadata } from "next";
import { cache } from "react";
import { TREND_METRICS } from "@headroom/core";
import type { TrendMetric } from "@headroom/core";
import { mayDo } from "@headroom/services";
import type { HeadroomAnswer } from "@headroom/contract";
import type { CatalogEntry, CatalogPage } from "@headroom/services";
import { rowOf } from "../../../../features/catalog/prepare-catalog.ts";
import { peakDayAddress } from "../../../../features/peak-day/addresses.ts";
import { HeadroomBrief } from "../../../../features/readiness/headroom-brief.tsx";
import { readTrafficView, spanOf } from "../../../../features/service/search-params.ts";
import { ServiceExperiments } from "../../../../features/service/service-experiments.tsx";
import { prepareBudget } from "../../../../features/service/prepare-budget.ts";
import { prepareTests, worstTrend } from "../../../../features/service/prepare-tests.ts";
import type { WorstTrend as WorstTrendModel } from "../../../../features/service/prepare-tests.ts";
import { WorstTrend } from "../../../../features/service/worst-trend.tsx";
import { prepareTrend } from "../../../../features/trend/prepare-trend.ts";
import { readTrendQuery, trendRange } from "../../../../features/trend/search-params.ts";
import type { TrendQuery } from "../../../../features/trend/search-params.ts";
import type { TestedCapacity } from "../../../../features/service/prepare-now.ts";
import { prepareVerdicts } from "../../../../features/service/prepare-verdicts.ts";
import { ServicePage } from "../../../../features/service/service-page.tsx";
import { ServiceTabs } from "../../../../features/service/service-tabs.tsx";
import { Shell } from "../../../../features/shell/shell.tsx";
import { readViewer } from "../../../../features/shell/viewer.ts";
import { env } from "../../../../server/env.ts";
import { orNotFound, orNull, serverCaller } from "../../../../server/server-caller.ts";
import { requireSignedIn } from "../../../../server/session.ts";
import { decodedSlug } from "./decoded-slug.ts";
import { readService } from "./read-service.ts";

interface Props {
  params: Promise<{ service: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Cached per request: the title and the page ask for the same stretch. */
const readTraffic = cache(async (slug: string, search: string) => {
  const now = new Date();
  const view = readTrafficView(Object.fromEntries(new URLSearchParams(search)));
  const caller = await serverCaller();
  const watched = await orNotFound(
    caller.service.watch({ service: slug, ...spanOf(view, now), label: view.label }),
  );
  return { watched, view, now };
});

async function readAsked({ params, searchParams }: Props) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(await searchParams))
    if (typeof value === "string") search.set(name, value);
  return readTraffic(decodedSlug((await params).service), search.toString());
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const {
    watched: { traffic },
  } = await readAsked(props);
  return { title: `${traffic.name} · Headroom` };
}

export default async function ServiceRoute(props: Props) {
  const [{ watched, view, now }, viewer, caller, { ctx }] = await Promise.all([
    readAsked(props),
    readViewer(),
    serverCaller(),
    requireSignedIn(),
  ]);
  const { traffic } = watched;
  const [experiments, headroom, service, { tests, targets }, { slos }] = await Promise.all([
    caller.catalog.list({ ...WORST_FIRST, service: traffic.service }),
    caller.readiness.headroom({ service: traffic.service }),
    readService((await props.params).service),
    caller.service.tests({ service: traffic.service }),
    caller.slo.list({ service: traffic.service }),
  ]);
  const worst = worstTrend(tests);
  const query = readTrendQuery({}, usualOf(worst));
  const [trend, forecast] = await Promise.all([
    worst === null ? null : readTrend(worst.experimentId, query),
    readForecast(headroom, now),
  ]);
  const rows = experiments.experiments.map((entry) => rowOf(entry, { line: undefined, now, alone: false }));
  const isTested = experiments.total > 0 || headroom.peaks.length > 0;
  return (
    <Shell
      crumbs={[{ label: "Services", href: "/services" }, { label: traffic.name }]}
      viewer={viewer}
      page="services"
    >
      <ServicePage
        watched={watched}
        latest={latestOf(experiments)}
        verdict={prepareVerdicts({ rows, counts: experiments.counts })}
        capacity={capacityOf(headroom)}
        peak={headroom.peaks[0]?.expected?.throughput ?? null}
        targets={targets}
        budget={prepareBudget(slos)}
        peakDay={runningOf(headroom, now)}
        tabs={<ServiceTabs service={service} current="now" />}
        view={view}
        ingestUrl={env().HEADROOM_INGEST_URL}
        timeZone={viewer.timeZone}
        mayKeep={mayDo(ctx.actor, "ingest")}
        mayEdit={mayDo(ctx.actor, "edit")}
        headroom={isTested ? <HeadroomBrief headroom={headroom} forecast={forecast} now={now} /> : null}
        trend={
          worst === null || trend === null ? null : (
            <WorstTrend
              worst={worst}
              model={prepareTrend(trend, query)}
              query={query}
              timeZone={viewer.timeZone}
              fileName={`${traffic.service}-trend`}
            />
          )
        }
      >
        <ServiceExperiments
          slug={traffic.service}
          rows={prepareTests(tests, now)}
          total={experiments.total}
          isLive={traffic.latestAt !== null}
        />
      </ServicePage>
    </Shell>
  );
}

function usualOf(worst: WorstTrendModel | null): TrendMetric {
  return TREND_METRICS.find((one) => one === worst?.metric) ?? "p99";
}

/** Null: it was deleted meanwhile. */
async function readTrend(experimentId: string, query: TrendQuery) {
  const caller = await serverCaller();
  return orNull(caller.trend.get({ experimentId, ...query, ...trendRange(query) }));
}

/** Of the peak day that decides, before it begins. */
async function readForecast({ decidedBy, peaks }: HeadroomAnswer, now: Date) {
  const day = peaks.find(({ peakDay }) => peakDay.id === decidedBy)?.peakDay;
  if (day === undefined || Date.parse(day.startsAt) <= now.getTime()) return null;
  return orNull((await serverCaller()).readiness.forecast({ id: day.id }));
}

function runningOf({ peaks }: HeadroomAnswer, now: Date) {
  const day = peaks.find(({ peakDay }) => Date.parse(peakDay.startsAt) <= now.getTime())?.peakDay;
  return day === undefined ? null : { name: day.name, href: peakDayAddress(day.id) };
}

/** The experiment that ran last, of those that were read. */
function latestOf({ experiments }: CatalogPage) {
  const ranAt = ({ recentRuns: [run] }: CatalogEntry) => run?.ranAt.getTime() ?? 0;
  const [latest] = experiments.toSorted((a, b) => ranAt(b) - ranAt(a));
  return latest === undefined ? null : { slug: latest.slug, name: latest.name };
}

function capacityOf({ capacity, experiments, production }: HeadroomAnswer): TestedCapacity | null {
  if (capacity === null) return null;
  return {
    value: capacity,
    isProven: production?.throughput === capacity || experiments.every(({ misses }) => misses.length === 0),
  };
}

const WORST_FIRST = {
  search: "",
  group: "",
  tag: "",
  environment: "",
  owner: "",
  outcome: "all",
  sort: "outcome",
  direction: "asc",
  page: 1,
} as const;
