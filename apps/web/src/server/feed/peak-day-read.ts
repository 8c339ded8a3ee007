import { MINUTE_MILLIS } from "@headroom/core";
import "server-only";
import type { PeakDayBackground, PeakDayView } from "@headroom/contract";
import { systemContext, watchPeakDay } from "@headroom/services";
import { env, trafficKeptFor } from "../env.ts";
import { services } from "../services.ts";
import { Renewed } from "./renewed.ts";

/** What a day is seen against takes many times as long to read as what happens now. */
const BACKGROUND = { renewMillis: 15_000, oldMillis: MINUTE_MILLIS };

/** Reads a peak day as everybody in its workspace sees it. */
export function peakDayRead(workspaceId: string, id: string): () => Promise<PeakDayView> {
  const ctx = systemContext(services(), workspaceId);
  const read = (background?: PeakDayBackground) =>
    watchPeakDay({
      ctx,
      input: { id, webUrl: env().HEADROOM_WEB_URL, keepDays: trafficKeptFor(env()), background },
    });
  const renewed = new Renewed(async () => backgroundOf(await read()), BACKGROUND);
  return async () => {
    const background = renewed.get();
    const view = await read(background);
    if (background === undefined) renewed.put(backgroundOf(view));
    return view;
  };
}

function backgroundOf(view: PeakDayView): PeakDayBackground {
  const { earlier, usual, gauges, mix, uptime, targets, summary } = view;
  return { earlier, usual, gauges, mix, uptime, targets, summary };
}

/** Names a peak day among all views of this process. */
export function peakDayKey(workspaceId: string, id: string): string {
  return `peak-day ${workspaceId} ${id}`;
}
