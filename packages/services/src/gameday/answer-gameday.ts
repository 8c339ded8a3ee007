import type {
  FindingAnswer,
  GamedayAnswer,
  GamedayFields,
  GamedayRunAnswer,
  GamedaySheet,
} from "@headroom/contract";
import { gamedayPhase, sinceClosed } from "@headroom/core";
import type { GamedayModel, WorkspaceTx } from "@headroom/db";
import { readFindings } from "./findings.ts";
import { readSheet } from "./read-sheet.ts";

/** What is stored once a gameday is closed. Only `closeGameday` writes it. */
export interface GamedayReport {
  sheet: GamedaySheet;
  findings: FindingAnswer[];
}

const MAX_OVERLAPPING = 10;

/** A gameday with what has happened so far, or with what it came to. */
export async function answerGameday(
  tx: WorkspaceTx,
  gameday: GamedayModel,
  { now, webUrl }: { now: Date; webUrl: string },
): Promise<GamedayAnswer> {
  const { id, serviceId, environment, lead, notes, version } = gameday;
  const service = await tx.prisma.service.findUniqueOrThrow({
    where: { id: serviceId },
    select: { slug: true, name: true },
  });
  const current = await readSheet(tx, gameday, now);
  const closed = closedOf(gameday, current);
  return {
    ...timesOf(gameday, now),
    service,
    peakDay: await readPeakDay(tx, gameday),
    ...(closed?.sheet ?? current),
    environment,
    lead,
    notes,
    version,
    // Only verbs write it.
    roles: gameday.roles as GamedayFields["roles"],
    now: now.toISOString(),
    plannedLate: gameday.createdAt > gameday.startsAt,
    overlapping: await readOverlapping(tx, gameday),
    findings: await readFindings(tx, id),
    closed: closed?.answer ?? null,
    url: gamedayUrl(webUrl, gameday),
    updatedAt: gameday.updatedAt.toISOString(),
  };
}

function closedOf(
  { closedAt, closedBy, report }: GamedayModel,
  current: GamedaySheet,
): { sheet: GamedaySheet; answer: GamedayAnswer["closed"] } | null {
  if (closedAt === null || closedBy === null || report === null) return null;
  const { sheet, findings } = report as unknown as GamedayReport;
  const changes = sinceClosed(sheet.steps, current.steps);
  return {
    sheet: withOutcomes(sheet, current),
    answer: { at: closedAt.toISOString(), by: closedBy, findings, changes },
  };
}

/** A run that was still being judged when the gameday was closed has the outcome that it got. */
function withOutcomes(sheet: GamedaySheet, current: GamedaySheet): GamedaySheet {
  const runsOf = ({ steps, others }: GamedaySheet) => [...steps.flatMap(({ runs }) => runs), ...others];
  const known = new Map(runsOf(current).map(({ id, outcome }) => [id, outcome]));
  const decided = <Run extends GamedayRunAnswer>(run: Run): Run => ({
    ...run,
    outcome: run.outcome ?? known.get(run.id) ?? null,
  });
  return {
    ...sheet,
    steps: sheet.steps.map((step) => ({ ...step, runs: step.runs.map(decided) })),
    others: sheet.others.map(decided),
  };
}

export function timesOf(gameday: GamedayModel, now: Date) {
  const { id, name, startsAt, endsAt, timeZone } = gameday;
  return {
    id,
    name,
    timeZone,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    phase: gamedayPhase({ ...gameday, now }),
  };
}

export function gamedayUrl(webUrl: string, { id }: Pick<GamedayModel, "id">): string {
  return `${webUrl}/gamedays/${id}`;
}

async function readPeakDay(tx: WorkspaceTx, { peakDayId }: GamedayModel): Promise<GamedayAnswer["peakDay"]> {
  if (peakDayId === null) return null;
  return tx.prisma.peakDay.findUnique({ where: { id: peakDayId }, select: { id: true, name: true } });
}

async function readOverlapping(
  tx: WorkspaceTx,
  { id, serviceId, startsAt, endsAt }: GamedayModel,
): Promise<GamedayAnswer["overlapping"]> {
  return tx.prisma.gameday.findMany({
    where: { serviceId, id: { not: id }, startsAt: { lt: endsAt }, endsAt: { gt: startsAt } },
    select: { id: true, name: true },
    orderBy: [{ startsAt: "asc" }, { id: "asc" }],
    take: MAX_OVERLAPPING,
  });
}
