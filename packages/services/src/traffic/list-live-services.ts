import { ALL_LABEL, HOUR_SECONDS, MINUTE_SECONDS } from "@headroom/core";
import type { SimulatedStretch, WindowSummary } from "@headroom/contract";
import { readTrafficCells, readTrafficDue } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { summaryOf } from "../run/record/summary-of.ts";
import { onlyServiceOf, requireScope } from "../scope.ts";
import { coverTraffic } from "./cover-traffic.ts";
import { whole } from "./read-traffic.ts";
import { simulatedIn } from "./simulated-traffic.ts";
import type { KnownOrigin } from "./simulated-traffic.ts";

export interface LiveService {
  slug: string;
  name: string;
  experiments: number;
  slos: number;
  /** SLOs with alerts whose budget burns or is spent. */
  alerting: number;
  /** The latest second with requests or gauges; null: no live traffic has arrived. */
  latestAt: Date | null;
  /** What is simulated of its last hour with data; null: nothing. */
  simulated: SimulatedStretch | null;
  /** The last five minutes up to the newest second; null: nothing is that recent. */
  now: WindowSummary | null;
  /** Requests by the minute in the last hour, oldest first; null where nothing was reported. Null: not read. */
  hour: (number | null)[] | null;
}

export interface LiveServices {
  services: LiveService[];
  /** How many there are; the most recently heard come first. */
  total: number;
}

/** More aren't listed. */
export const MAX_SERVICES = 200;
/** Of how many services the figures are read. */
const MAX_READ = 50;
const NOW_SECONDS = 300;

/** The services of the workspace with what their live traffic does now. */
export async function listLiveServices({ ctx }: { ctx: Context }): Promise<LiveServices> {
  requireScope(ctx, "read");
  const only = onlyServiceOf(ctx.actor);
  const now = Math.floor(ctx.clock().getTime() / 1_000);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const known = await knownServices(tx, only);
    const live = known.filter(({ lastAt }) => secondOf(lastAt) > now - HOUR_SECONDS).slice(0, MAX_READ);
    const read = new Map<string, Pick<LiveService, "now" | "hour">>();
    for (const one of live) read.set(one.id, await readNow(tx, one, now));
    const services = known
      .slice(0, MAX_SERVICES)
      .map(({ id, lastAt, firstAt: _apart, origin, ...service }) => {
        const figures = read.get(id) ?? { now: null, hour: null };
        const end = secondOf(lastAt) + 1;
        return {
          ...service,
          latestAt: lastAt,
          simulated: simulatedIn(origin, { from: end - HOUR_SECONDS, to: end }),
          ...figures,
        };
      });
    return { services, total: known.length };
  });
}

interface KnownService extends Pick<LiveService, "slug" | "name" | "experiments" | "slos" | "alerting"> {
  id: string;
  firstAt: Date | null;
  lastAt: Date | null;
  origin: KnownOrigin | null;
}

/** The most recently heard first, then by name. */
async function knownServices(tx: WorkspaceTx, only: string | null): Promise<KnownService[]> {
  const found = await tx.prisma.service.findMany({
    where: { provisional: false, ...(only === null ? {} : { id: only }) },
    select: { id: true, slug: true, name: true },
    orderBy: [{ name: "asc" }, { id: "asc" }],
  });
  const traffic = await tx.prisma.traffic.findMany({
    select: {
      serviceId: true,
      firstAt: true,
      lastAt: true,
      simulatedFrom: true,
      simulatedTo: true,
      realFrom: true,
    },
  });
  const counted = await tx.prisma.experiment.groupBy({
    by: ["serviceId"],
    where: { provisional: false, deletedAt: null },
    _count: { _all: true },
  });
  const slos = await tx.prisma.slo.findMany({ select: { id: true, serviceId: true } });
  const alerting = await readAlerting(tx);
  const promised = Map.groupBy(slos, ({ serviceId }) => serviceId);
  const heard = new Map(traffic.map((one) => [one.serviceId, one]));
  const experiments = new Map(counted.map(({ serviceId, _count }) => [serviceId, _count._all]));
  return found
    .map((service) => ({
      ...service,
      experiments: experiments.get(service.id) ?? 0,
      slos: promised.get(service.id)?.length ?? 0,
      alerting: (promised.get(service.id) ?? []).filter(({ id }) => alerting.has(id)).length,
      firstAt: heard.get(service.id)?.firstAt ?? null,
      lastAt: heard.get(service.id)?.lastAt ?? null,
      origin: heard.get(service.id) ?? null,
    }))
    .toSorted((a, b) => Number(b.lastAt !== null) - Number(a.lastAt !== null));
}

/** The SLOs whose alerts are on. */
async function readAlerting(tx: WorkspaceTx): Promise<Set<string>> {
  const found = await tx.prisma.sloAlert.findMany({
    where: { state: { notIn: ["ok"] } },
    select: { sloId: true },
  });
  return new Set(found.map(({ sloId }) => sloId));
}

async function readNow(
  tx: WorkspaceTx,
  { id, firstAt, lastAt }: KnownService,
  now: number,
): Promise<Pick<LiveService, "now" | "hour">> {
  const end = secondOf(lastAt) + 1;
  const from = Math.max(end - NOW_SECONDS, secondOf(firstAt));
  const cells = await readTrafficCells(tx, id, { step: 1, from, to: end }, [ALL_LABEL]);
  const { cell, parts } = whole(cells.map((one) => one.cell));
  const isRecent = end > now - NOW_SECONDS && cell.requests > 0;
  const durationSeconds = Math.max(1, end - from);
  return {
    now: isRecent ? summaryOf(cell, { durationSeconds, absent: [], parts }) : null,
    hour: await readHour(tx, id, { first: secondOf(firstAt), end, now }),
  };
}

async function readHour(
  tx: WorkspaceTx,
  serviceId: string,
  { first, end, now }: Record<"first" | "end" | "now", number>,
): Promise<(number | null)[]> {
  const to = Math.floor(now / MINUTE_SECONDS) * MINUTE_SECONDS;
  const from = to - HOUR_SECONDS;
  const minutes = Array.from<number | null>({ length: HOUR_SECONDS / MINUTE_SECONDS }).fill(null);
  const due = await readTrafficDue(tx, serviceId, { from, to });
  for (const segment of coverTraffic({ step: MINUTE_SECONDS, from, to }, due)) {
    for (const { second, cell } of await readTrafficCells(tx, serviceId, segment, [ALL_LABEL])) {
      const minute = Math.floor(second / MINUTE_SECONDS) * MINUTE_SECONDS;
      // A minute that the traffic doesn't fill would look like a rise or a fall.
      if (minute < first || minute + MINUTE_SECONDS > end) continue;
      const at = (minute - from) / MINUTE_SECONDS;
      minutes[at] = (minutes[at] ?? 0) + cell.requests;
    }
  }
  return minutes;
}

function secondOf(at: Date | null): number {
  return at === null ? Number.NEGATIVE_INFINITY : Math.floor(at.getTime() / 1_000);
}
