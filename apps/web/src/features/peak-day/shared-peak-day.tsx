import { watchSharedPeakDay } from "@headroom/services";
import type { ShareContext } from "@headroom/services";
import { env, trafficKeptFor } from "../../server/env.ts";
import { orNotValid } from "../share/open-shared.ts";
import { sharedPlace } from "./addresses.ts";
import { PeakDayPage } from "./peak-day-page.tsx";

interface SharedPeakDayProps {
  ctx: ShareContext;
  secret: string;
  /** Those that the address names; null: none. */
  gauges: readonly string[] | null;
}

/** A peak day for people outside, as it happens. */
export async function SharedPeakDay({ ctx, secret, gauges }: SharedPeakDayProps) {
  const input = { webUrl: env().HEADROOM_WEB_URL, keepDays: trafficKeptFor(env()) };
  const view = await orNotValid(watchSharedPeakDay({ ctx, input }));
  return <PeakDayPage view={view} place={sharedPlace(secret)} gauges={gauges} />;
}
