import type { EarlierRun, UsualDay } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";

/** A stretch of live traffic, or one label of it. */
export type StoredUsualSide = Omit<EarlierRun, "id">;

interface StoredPair {
  before: StoredUsualSide;
  after: StoredUsualSide;
}

/** The same two stretches of the clock on an earlier day. */
export interface StoredUsualDay {
  /** By UTC: "2026-11-20". */
  day: string;
  whole: StoredPair;
  labels: (StoredPair & { label: string })[];
  /** Distance between the label shares of the two stretches, from 0 (the same) to 1. Null without labels. */
  apart: number | null;
}

/** Stored with the comparison around an event. It stays as it is, whatever arrives or is removed later. */
export interface StoredUsual {
  days: StoredUsualDay[];
  /** Of the labels around the event. */
  apart: number | null;
}

/** Of two runs that were kept around an event, in either order; null: they weren't. */
export async function readStoredUsual(
  tx: WorkspaceTx,
  before: readonly string[],
  after: readonly string[],
): Promise<StoredUsual | null> {
  const [one, other, ...more] = [...before, ...after];
  if (one === undefined || other === undefined || more.length > 0) return null;
  const stored = await tx.prisma.eventComparison.findFirst({
    where: {
      OR: [
        { beforeRunId: one, afterRunId: other },
        { beforeRunId: other, afterRunId: one },
      ],
    },
  });
  if (stored === null) return null;
  const usual = stored.usual as unknown as StoredUsual;
  return stored.beforeRunId === one ? usual : { ...usual, days: usual.days.map(reversed) };
}

export async function storeUsual(
  tx: WorkspaceTx,
  row: { workspaceId: string; beforeRunId: string; afterRunId: string; createdAt: Date },
  usual: StoredUsual,
): Promise<void> {
  const json = JSON.parse(JSON.stringify(usual)) as object;
  await tx.prisma.eventComparison.createMany({ data: [{ ...row, usual: json }], skipDuplicates: true });
}

/** The days of the whole service, or of one label. */
export function usualDaysOf({ days }: StoredUsual, label: string | null): UsualDay[] {
  return days.flatMap(({ day, whole, labels }) => {
    const pair = label === null ? whole : labels.find((one) => one.label === label);
    return pair === undefined
      ? []
      : [{ before: { id: day, ...pair.before }, after: { id: day, ...pair.after } }];
  });
}

/** How far apart labels were around the event and on the other days. */
export function labelsApart({ apart, days }: StoredUsual): { now: number; days: number[] } {
  return { now: apart ?? 0, days: days.flatMap((day) => day.apart ?? []) };
}

function reversed({ whole, labels, ...day }: StoredUsualDay): StoredUsualDay {
  const swap = ({ before, after }: StoredPair) => ({ before: after, after: before });
  return {
    ...day,
    whole: swap(whole),
    labels: labels.map(({ label, ...pair }) => ({ label, ...swap(pair) })),
  };
}
