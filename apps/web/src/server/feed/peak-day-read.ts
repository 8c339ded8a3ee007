import "server-only";
import type { PeakDayBackground, PeakDayView } from "@headroom/contract";
import { systemContext, watchPeakDay } from "@headroom/services";
import { env, trafficKeptFor } from "../env.ts";
import { services } from "../services.ts";

/** What a day is seen against takes many times as long to read as what happens now. */
const BACKGROUND_MILLIS = 15_000;

/** Reads a peak day as everybody in its workspace sees it. */
export function peakDayRead(workspaceId: string, id: string): () => Promise<PeakDayView> {
  const ctx = systemContext(services(), workspaceId);
  let known: { background: PeakDayBackground; at: number } | null = null;
  return async () => {
    const now = performance.now();
    const background = known !== null && now - known.at < BACKGROUND_MILLIS ? known.background : undefined;
    const view = await watchPeakDay({
      ctx,
      input: { id, webUrl: env().HEADROOM_WEB_URL, keepDays: trafficKeptFor(env()), background },
    });
    if (background === undefined) {
      const { earlier, usual, gauges, mix, uptime, targets, summary } = view;
      known = { background: { earlier, usual, gauges, mix, uptime, targets, summary }, at: now };
    }
    return view;
  };
}

/** Names a peak day among all views of this process. */
export function peakDayKey(workspaceId: string, id: string): string {
  return `peak-day ${workspaceId} ${id}`;
}
