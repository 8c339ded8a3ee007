import { belowEarlier } from "@headroom/core";
import type { ExpectedPeak, TestedCapacity } from "@headroom/core";
import type { ServiceDayModel, WorkspaceTx } from "@headroom/db";
import { readEarlierLinks } from "../peak-day/answer-peak-day.ts";
import { readEarlierDays } from "../peak-day/background.ts";
import { readingOf } from "../peak-day/day-points.ts";
import { readGrowthPeak } from "../peak-day/growth-peak.ts";
import type { DayReading } from "../peak-day/growth-peak.ts";

/** What somebody typed in, or else the newest earlier day's peak times the most growth that is expected. Null: neither is known. */
export async function readExpectedPeak(
  tx: WorkspaceTx,
  day: ServiceDayModel,
  reading: DayReading,
  capacity: TestedCapacity,
): Promise<ExpectedPeak | null> {
  if (day.expectedPeak !== null) return readTyped(tx, { day, typed: day.expectedPeak, reading, capacity });
  return readGrowthPeak(tx, day, reading);
}

async function readTyped(
  tx: WorkspaceTx,
  {
    day,
    typed,
    reading: { now, keepDays },
    capacity,
  }: { day: ServiceDayModel; typed: number; reading: DayReading; capacity: TestedCapacity },
): Promise<ExpectedPeak> {
  const { reading } = await readingOf(tx, day.serviceId, { now, keepDays });
  const links = await readEarlierLinks(tx, day);
  const earlier = await readEarlierDays(tx, { day, links, reading });
  const shown =
    capacity.state === "unproven" ? null : { throughput: capacity.throughput, state: capacity.state };
  const below = belowEarlier({ typed, earlier, shown });
  return { kind: "typed", throughput: typed, source: day.expectedSource, below };
}
