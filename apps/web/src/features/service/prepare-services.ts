import { SILENT_SECONDS } from "@headroom/core";
import { plural } from "@headroom/core/format";
import type { LiveService, LiveServices, ServiceOverview } from "@headroom/services";
import { formatCount, formatFigure } from "@headroom/ui";
import { serviceRowOf, WORST } from "../overview/prepare-overview.ts";
import type { ServiceRow } from "../overview/prepare-overview.ts";
import { serviceAddress } from "../shell/service-address.ts";
import { ageText, errorsText, percentileText } from "./prepare-traffic.ts";

export interface ServiceLine extends Pick<ServiceRow, "state" | "verdicts" | "capacity" | "last" | "worst"> {
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
  /** The worst first. */
  lines: ServiceLine[];
  more: number;
  /** Which columns say something. */
  has: { live: boolean; capacity: boolean; tests: boolean; targets: boolean; changes: boolean };
}

interface ServicesInput extends LiveServices {
  /** What their tests say. Those that aren't in it have no latest outcome. */
  tested: readonly ServiceOverview[];
}

const NOT_REPORTED = "not reported";

export function prepareServices({ services, total, tested }: ServicesInput, now: Date): ServicesModel {
  const age = ({ latestAt }: LiveService) =>
    latestAt === null ? null : Math.max(0, (now.getTime() - latestAt.getTime()) / 1_000);
  const live = services.filter((one) => (age(one) ?? Number.POSITIVE_INFINITY) < SILENT_SECONDS).length;
  const ever = services.filter(({ latestAt }) => latestAt !== null).length;
  const rows = new Map(tested.map((one) => [one.slug, serviceRowOf(one, now)]));
  const lines = services.map((service) => lineOf(service, rows.get(service.slug) ?? null, age(service)));
  return {
    lead: `${plural(total, "service")}.`,
    rest: restOf(lines, { live, ever }),
    lines: lines.toSorted((a, b) => WORST.indexOf(a.state) - WORST.indexOf(b.state)),
    more: total - services.length,
    has: {
      live: ever > 0,
      capacity: lines.some(({ capacity }) => capacity.proven || capacity.state === "none"),
      tests: lines.some(({ last }) => last !== null),
      targets: lines.some(({ worst }) => worst !== null && worst.against !== null),
      changes: lines.some(({ worst }) => worst?.hasChange === true),
    },
  };
}

function restOf(lines: readonly ServiceLine[], { live, ever }: { live: number; ever: number }): string {
  const missing = lines.filter(({ state }) => state === "misses").length;
  const silent = ever - live;
  const parts = [
    ...(missing > 0 ? [`${formatCount(missing)} ${missing === 1 ? "misses" : "miss"} targets`] : []),
    ...(live > 0 ? [`${formatCount(live)} with live traffic now`] : []),
    ...(silent > 0 ? [`${formatCount(silent)} silent`] : []),
  ];
  return parts.length === 0 ? "" : `${parts.join(", ")}.`;
}

function slosOf({ slos, alerting }: LiveService, href: string): ServiceLine["slos"] {
  if (slos === 0) return null;
  const count = plural(slos, "SLO");
  const text = alerting === 0 ? count : `${count}, ${formatCount(alerting)} alerting`;
  return { text, href: `${href}/slos`, isAlerting: alerting > 0 };
}

const UNTESTED: Pick<ServiceRow, "state" | "verdicts" | "capacity" | "last" | "worst"> = {
  state: "open",
  verdicts: "",
  capacity: { proven: false, state: "open", missing: "" },
  last: null,
  worst: null,
};

function lineOf(service: LiveService, row: ServiceRow | null, age: number | null): ServiceLine {
  const { slug, name, simulated, experiments } = service;
  const href = serviceAddress(slug);
  const { state, verdicts, capacity, last, worst } = row ?? UNTESTED;
  return {
    slug,
    name,
    href,
    state,
    verdicts,
    capacity,
    last,
    worst,
    simulated,
    slos: slosOf(service, href),
    experiments: plural(experiments, "experiment"),
    lastData: age === null ? null : ageText(age),
    now: nowOf(service),
    spark: sparkOf(service),
  };
}

function nowOf({ now }: LiveService): ServiceLine["now"] {
  if (now === null) return null;
  return {
    throughput: now.throughput === null ? NOT_REPORTED : formatFigure(now.throughput),
    p99: percentileText(now, "p99") ?? NOT_REPORTED,
    errors: errorsText(now) ?? NOT_REPORTED,
  };
}

function sparkOf({ name, hour }: LiveService): ServiceLine["spark"] {
  if (hour === null || hour.every((value) => value === null)) return null;
  return { values: hour, label: `Requests of ${name} by the minute in the last hour` };
}
