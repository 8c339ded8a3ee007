import type { PeakDayView } from "@headroom/contract";
import { watchedService } from "../peak-day/watched-service.ts";
import { watchPeakDay } from "../peak-day/watch.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { peakDayReaderOf } from "./share-context.ts";
import type { ShareContext } from "./share-context.ts";

/** A link's peak day with everything that its page shows to guests. */
export async function watchSharedPeakDay({
  ctx,
  input,
}: {
  ctx: ShareContext;
  input: { webUrl: string; keepDays: TrafficRetention };
}): Promise<PeakDayView> {
  const { reader, id } = peakDayReaderOf(ctx);
  return asGuestsSee(await watchPeakDay({ ctx: reader, input: { ...input, id } }));
}

/** A link's peak day, and the service whose changes are its changes. */
export async function sharedPeakDay({
  ctx,
}: {
  ctx: ShareContext;
}): Promise<{ id: string; serviceId: string }> {
  const { reader, id } = peakDayReaderOf(ctx);
  return { id, serviceId: await watchedService({ ctx: reader, input: { id } }) };
}

/** Without people and what they wrote to each other, and without addresses in the workspace or elsewhere. */
export function asGuestsSee(view: PeakDayView): PeakDayView {
  return {
    ...view,
    peakDay: { ...view.peakDay, owner: null, notes: null, url: "" },
    events: view.events.map((event) => ({ ...event, url: null, by: null })),
  };
}
