import type {
  PeakDayAnswer,
  PeakDayBackground,
  PeakDaySummary,
  PeakDayView,
  ProvenCapacity,
  ReadinessReport,
} from "@headroom/contract";
import { HOUR_SECONDS } from "@headroom/core";
import type { TestedLoad } from "@headroom/core";
import type { ServiceDayFrozenModel, ServiceDayModel, WorkspaceTx } from "@headroom/db";

export type DayPoints = Pick<PeakDayView, "pointSeconds" | "source" | "points" | "total" | "simulated">;

/** What was proven and promised when a day ended. */
interface Proven {
  capacity: ProvenCapacity;
  targets: PeakDayBackground["targets"];
  /** What tests of each experiment had seen under which load. Missing: the day was frozen before this was kept. */
  tests?: TestedLoad[][];
  /** What the readiness report said. Missing: as above. */
  report?: ReadinessReport;
}

/** What the page of a day shows that comes from its service's live traffic, and the earlier days under it. */
export interface Shown extends Omit<PeakDayBackground, "targets" | "summary"> {
  own: DayPoints;
  summary: PeakDaySummary;
}

/** What is shown of a day, since when, and of which stretch. */
export interface ShownDay extends Shown {
  at: Date;
  from: Date;
  to: Date;
  /** Its times were edited, or traffic of it was counted later: it has to be frozen again. */
  isTrafficDue: boolean;
  /** Its event or its earlier days were edited. */
  isEarlierDue: boolean;
}

export interface FrozenDay {
  /** Null: the day was created after its end, or it hasn't been recorded yet. */
  proven: (Proven & { at: Date }) | null;
  shown: ShownDay | null;
}

export const NOT_FROZEN: FrozenDay = { proven: null, shown: null };

/** What is stored of a day that is over, even if it has to be frozen again. */
export async function readStored(tx: WorkspaceTx, serviceDayId: string): Promise<FrozenDay> {
  const row = await tx.prisma.serviceDayFrozen.findUnique({ where: { serviceDayId } });
  return row === null ? NOT_FROZEN : { proven: provenOf(row), shown: shownOf(row) };
}

/** What is shown of a day that is over: until it is frozen again, its live traffic. */
export async function readFrozen(tx: WorkspaceTx, { id }: ServiceDayModel): Promise<FrozenDay> {
  const { proven, shown } = await readStored(tx, id);
  return { proven, shown: shown?.isTrafficDue === true ? null : shown };
}

/** As the API and pages say it. */
export function frozenAnswer({ shown }: FrozenDay): PeakDayAnswer["frozen"] {
  if (shown === null) return null;
  const { at, from, to, summary } = shown;
  return { at: at.toISOString(), from: from.toISOString(), to: to.toISOString(), summary };
}

/** Only this folder writes it. */
function provenOf({ proven, provenAt }: ServiceDayFrozenModel): FrozenDay["proven"] {
  return proven === null || provenAt === null ? null : { ...(proven as unknown as Proven), at: provenAt };
}

function shownOf({
  shown,
  shownFrom,
  shownTo,
  frozenAt,
  trafficDue,
  earlierDue,
}: ServiceDayFrozenModel): FrozenDay["shown"] {
  if (shown === null || shownFrom === null || shownTo === null || frozenAt === null) return null;
  const what = shown as unknown as Shown;
  return {
    ...what,
    summary: {
      ...what.summary,
      meanMs: (what.summary as Partial<PeakDaySummary>).meanMs ?? null,
      busiestHour: hourOf(what.summary.busiestHour),
      volume: (what.summary as Partial<PeakDaySummary>).volume ?? null,
    },
    at: frozenAt,
    from: shownFrom,
    to: shownTo,
    isTrafficDue: trafficDue,
    isEarlierDue: earlierDue,
  };
}

type Hour = NonNullable<PeakDaySummary["busiestHour"]>;

/** Days that were frozen before its own rate and latency were kept have only its requests. */
function hourOf(stored: Pick<Hour, "at" | "requests"> | null | undefined): Hour | null {
  if (stored == null) return null;
  const throughput = stored.requests / HOUR_SECONDS;
  return { throughput, unknownSeconds: null, p99Ms: null, p99Range: null, meanMs: null, ...stored };
}

/** Without what is outside the day, if its times were changed after its traffic was removed. */
export function within<Of extends Shown>(
  shown: Of,
  { startsAt, endsAt }: Pick<ServiceDayModel, "startsAt" | "endsAt">,
): Of {
  const isIn = (second: number) => second >= startsAt.getTime() / 1_000 && second < endsAt.getTime() / 1_000;
  const { own, gauges, mix, usual, earlier } = shown;
  const known = <Point extends { at: string }>(points: Point[]) =>
    points.filter(({ at }) => isIn(Date.parse(at) / 1_000));
  const drawn = <One extends { points: [number, number][] }>(one: One): One => ({
    ...one,
    points: one.points.filter(([second]) => isIn(second)),
  });
  return {
    ...shown,
    own: { ...own, points: known(own.points) },
    gauges: gauges.map(drawn),
    earlier: earlier.map(drawn),
    usual: usual === null ? null : drawn(usual),
    mix: mix === null ? null : { ...mix, points: known(mix.points) },
  };
}
