import { z } from "zod";
import { HeadroomError, MINUTE_MILLIS, windowsAround } from "@headroom/core";
import type { AroundEvent, EventWindow } from "@headroom/core";
import { formatInstant, formatLength } from "@headroom/core/format";
import type { EventComparison, ServiceEvent } from "@headroom/contract";
import { findRunOfFile } from "@headroom/db";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { runUrl } from "../run/record/run-url.ts";
import type { ImportedRun } from "../run/import/import.ts";
import type { Uploads } from "../run/import/uploads.ts";
import { requireScope } from "../scope.ts";
import { findService } from "../service/find.ts";
import { storeUsual } from "../comparison/stored-usual.ts";
import { CHANGES } from "../service-event/changes.ts";
import { withNames } from "../service-event/list.ts";
import { requireEvent } from "../service-event/require-event.ts";
import type { ImportLimits } from "../workspace/limits.ts";
import { keepAsRun } from "./keep-as-run.ts";
import { readTrafficPoints, trafficRange } from "./read-traffic.ts";
import { readUsual } from "./read-usual.ts";
import type { TrafficRetention } from "./roll-up.ts";
import { purposeDigest } from "./traffic-source.ts";

/** Of all kept stretches around events: their own experiment, so that no other one's trend has them. */
const AROUND_EVENTS = "Before and after events";
const MINUTES_READ = 90;

const query = z.strictObject({ service: z.string(), eventId: z.string() });

interface AroundInput extends z.input<typeof query> {
  limits: ImportLimits;
  webUrl: string;
}

/**
 * Keeps the live traffic before and after an event as two runs, and names the comparison of them. The same windows again
 * are the same runs.
 */
export async function compareAroundEvent({
  ctx,
  uploads,
  keepDays,
  input: { limits, webUrl, ...named },
}: {
  ctx: Context;
  uploads: Uploads;
  keepDays: TrafficRetention;
  input: AroundInput;
}): Promise<EventComparison> {
  requireScope(ctx, "read");
  requireScope(ctx, "ingest");
  const { event, serviceId, windows } = await readWindows(ctx, { query: parseInput(query, named), keepDays });
  const keep = async (side: keyof AroundEvent): Promise<EventComparison["before"]> => {
    const window = windows[side];
    const purpose = `around-event/${event.id}/${side}/${window.from}-${window.to}`;
    const known = () => keptBefore(ctx, serviceId, purpose);
    const make = (idempotencyKey: string | null) =>
      keepAsRun({
        ctx,
        uploads,
        keepDays,
        input: {
          service: named.service,
          body: {
            from: iso(window.from),
            to: iso(window.to),
            experiment: AROUND_EVENTS,
            notes: notesOf(event, side, window),
          },
          idempotencyKey,
          purpose,
          limits,
          webUrl,
        },
      });
    const runId = (await known()) ?? (await keepOnce({ make, known, key: purpose }));
    return { runId, url: runUrl(webUrl, runId), from: iso(window.from), to: iso(window.to) };
  };
  const before = await keep("before");
  const after = await keep("after");
  await keepUsual(ctx, { serviceId, windows, runs: { beforeRunId: before.runId, afterRunId: after.runId } });
  return { event, before, after, url: `${webUrl}/comparisons?runs=${before.runId},${after.runId}` };
}

/** What its verdicts need of earlier days, as it is now: the traffic of those isn't kept forever. */
async function keepUsual(
  ctx: Context,
  asked: { serviceId: string; windows: AroundEvent; runs: { beforeRunId: string; afterRunId: string } },
): Promise<void> {
  const { workspaceId } = ctx;
  await ctx.db.inWorkspace(workspaceId, async (tx) => {
    const known = await tx.prisma.eventComparison.count({ where: asked.runs });
    if (known === 0)
      await storeUsual(
        tx,
        { workspaceId, ...asked.runs, createdAt: ctx.clock() },
        await readUsual(tx, asked),
      );
  });
}

/** Of two requests at once, one keeps the run. A key that was answered with a run that is gone counts no more. */
async function keepOnce({
  make,
  known,
  key,
}: {
  make: (key: string | null) => Promise<ImportedRun>;
  known: () => Promise<string | null>;
  key: string;
}): Promise<string> {
  const kept = await make(key);
  if (!kept.replayed) return kept.answer.run.id;
  return (await known()) ?? (await make(null)).answer.run.id;
}

async function readWindows(
  ctx: Context,
  { query: named, keepDays }: { query: z.output<typeof query>; keepDays: TrafficRetention },
): Promise<{ event: ServiceEvent; serviceId: string; windows: AroundEvent }> {
  const now = Math.floor(ctx.clock().getTime() / 1_000);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const { id: serviceId } = await findService(tx, ctx, named.service);
    const stored = await requireEvent(tx, ctx, named);
    const near = (minutes: number) => new Date(stored.at.getTime() + minutes * MINUTE_MILLIS);
    const others = await tx.prisma.serviceEvent.findMany({
      where: {
        serviceId,
        kind: { in: [...CHANGES] },
        id: { not: stored.id },
        at: { gt: near(-MINUTES_READ), lt: near(MINUTES_READ) },
      },
      select: { at: true },
    });
    const windows = windowsAround(secondOf(stored.at), { others: others.map(({ at }) => secondOf(at)), now });
    if ("reason" in windows) throw refusal(windows);
    for (const window of [windows.before, windows.after]) {
      const range = trafficRange(window, { now, keepDays });
      if ((await readTrafficPoints(tx, serviceId, range)).length === 0) throw nothingThere(window);
    }
    const [event] = await withNames(tx, [stored]);
    if (event === undefined) throw new RangeError("the event was read");
    return { event, serviceId, windows };
  });
}

function refusal(found: Exclude<ReturnType<typeof windowsAround>, AroundEvent>): HeadroomError {
  if (found.reason === "too-early")
    return new HeadroomError("event-not-comparable", "There isn't enough traffic after this event yet.", {
      hint: `It takes 15 minutes. Try again at ${minuteText(found.readyAt)}.`,
    });
  return new HeadroomError("event-not-comparable", "Another event is too close to this one.", {
    hint: `It was at ${minuteText(found.otherAt)}. A comparison needs 15 minutes on each side without other events.`,
  });
}

function nothingThere({ from, to }: EventWindow): HeadroomError {
  return new HeadroomError(
    "event-not-comparable",
    `The service reported no requests between ${minuteText(from)} and ${minuteText(to)}, so there is nothing to compare.`,
    { hint: "Live traffic is kept for a limited time." },
  );
}

/** The run of an earlier comparison, whenever that was. */
async function keptBefore(ctx: Context, serviceId: string, purpose: string): Promise<string | null> {
  const fileDigest = purposeDigest(serviceId, purpose);
  const found = await ctx.db.inWorkspace(ctx.workspaceId, (tx) =>
    findRunOfFile(tx, { serviceId, runId: null, fileDigest, samplesDigest: null }),
  );
  return found?.runId ?? null;
}

function notesOf({ kind, title, at }: ServiceEvent, side: keyof AroundEvent, window: EventWindow): string {
  const length = formatLength(window.to - window.from);
  return `${length} ${side} “${title}” (${kind} at ${momentText(new Date(at))})`;
}

function secondOf(moment: Date): number {
  return Math.floor(moment.getTime() / 1_000);
}

function iso(second: number): string {
  return new Date(second * 1_000).toISOString();
}

/** "27 Nov 2026, 08:00 UTC". */
function momentText(moment: Date): string {
  return `${formatInstant(moment, "UTC")} UTC`;
}

function minuteText(second: number): string {
  return momentText(new Date(second * 1_000));
}
