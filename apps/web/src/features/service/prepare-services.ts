import { SILENT_SECONDS } from "@headroom/core";
import { plural } from "@headroom/core/format";
import type { LiveService, LiveServices } from "@headroom/services";
import { formatCount, formatFigure } from "@headroom/ui";
import { ageText, errorsText, percentileText } from "./prepare-traffic.ts";

export interface ServiceLine {
  slug: string;
  name: string;
  href: string;
  simulated: LiveService["simulated"];
  experiments: string;
  /** Null: none. */
  slos: { text: string; href: string; isAlerting: boolean } | null;
  /** "3 s ago"; null: no live traffic. */
  lastData: string | null;
  /** Null: nothing is recent enough. */
  now: { throughput: string; p99: string; errors: string } | null;
  /** Requests by the minute in the last hour. */
  spark: { values: (number | null)[]; label: string } | null;
}

export interface ServicesModel {
  lead: string;
  rest: string;
  lines: ServiceLine[];
  more: number;
}

const NOT_REPORTED = "not reported";

export function prepareServices({ services, total }: LiveServices, now: Date): ServicesModel {
  const age = ({ latestAt }: LiveService) =>
    latestAt === null ? null : Math.max(0, (now.getTime() - latestAt.getTime()) / 1_000);
  const live = services.filter((one) => (age(one) ?? Number.POSITIVE_INFINITY) < SILENT_SECONDS).length;
  const ever = services.filter(({ latestAt }) => latestAt !== null).length;
  return {
    lead: `${plural(total, "service")}.`,
    rest: restOf(live, ever),
    lines: services.map((service) => lineOf(service, age(service))),
    more: total - services.length,
  };
}

function restOf(live: number, ever: number): string {
  if (ever === 0) return "None has sent live traffic yet.";
  const silent = ever - live;
  const parts = [
    ...(live > 0 ? [`${formatCount(live)} with live traffic now`] : []),
    ...(silent > 0 ? [`${formatCount(silent)} silent`] : []),
  ];
  return `${parts.join(", ")}.`;
}

function slosOf({ slos, alerting }: LiveService, href: string): ServiceLine["slos"] {
  if (slos === 0) return null;
  const count = plural(slos, "SLO");
  const text = alerting === 0 ? count : `${count}, ${formatCount(alerting)} alerting`;
  return { text, href: `${href}/slos`, isAlerting: alerting > 0 };
}

function lineOf(service: LiveService, age: number | null): ServiceLine {
  const { slug, name, simulated, experiments, now, hour } = service;
  const href = `/services/${encodeURIComponent(slug)}`;
  return {
    slug,
    name,
    href,
    simulated,
    slos: slosOf(service, href),
    experiments: plural(experiments, "experiment"),
    lastData: age === null ? null : ageText(age),
    now:
      now === null
        ? null
        : {
            throughput: now.throughput === null ? NOT_REPORTED : formatFigure(now.throughput),
            p99: percentileText(now, "p99") ?? NOT_REPORTED,
            errors: errorsText(now) ?? NOT_REPORTED,
          },
    spark:
      hour === null || hour.every((value) => value === null)
        ? null
        : { values: hour, label: `Requests of ${name} by the minute in the last hour` },
  };
}
