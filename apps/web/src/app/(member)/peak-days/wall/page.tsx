import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { TRPCError } from "@trpc/server";
import type { PeakDayView } from "@headroom/contract";
import { PEAK_DAYS } from "../../../../features/peak-day/addresses.ts";
import { daysForWall, readWallChoice } from "../../../../features/peak-day/wall/choose-days.ts";
import { Wall } from "../../../../features/peak-day/wall/wall.tsx";
import { serverCaller } from "../../../../server/server-caller.ts";

interface Props {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export const metadata: Metadata = { title: "Wall mode · Headroom" };

/** Several peak days in turn: those that the address names, or those that run now or start next. */
export default async function PeakDaysWall({ searchParams }: Props) {
  const { days, seconds } = readWallChoice(await searchParams);
  const caller = await serverCaller();
  const now = new Date();
  const wanted = days ?? daysForWall((await caller.peakDay.list()).peakDays, now.getTime());
  const views: PeakDayView[] = [];
  // A day that has been deleted doesn't take the others off the wall.
  for (const id of wanted) views.push(...(await orNothing(caller.peakDay.watch({ id }))));
  if (days !== null && views.length === 0) notFound();
  return (
    <Wall
      days={views}
      now={views[0]?.now ?? now.toISOString()}
      seconds={seconds}
      home={PEAK_DAYS}
      asksAgain
    />
  );
}

async function orNothing(view: Promise<PeakDayView>): Promise<PeakDayView[]> {
  try {
    return [await view];
  } catch (error) {
    if (error instanceof TRPCError && error.code === "NOT_FOUND") return [];
    throw error;
  }
}
