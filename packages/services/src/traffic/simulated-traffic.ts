import type { SimulatedStretch } from "@headroom/contract";
import type { MetricsContent } from "./traffic-message.ts";

/** Where a service's traffic is from. Simulated traffic is refused once there is real traffic. */
export interface KnownOrigin {
  /** Null: none of it is simulated. */
  simulatedFrom: Date | null;
  simulatedTo: Date | null;
  /** Null: none of it is real. */
  realFrom: Date | null;
}

type Content = Pick<MetricsContent, "origin"> & { at: string };

/** With what these messages bring. */
export function originWith(
  { simulatedFrom, simulatedTo, realFrom }: KnownOrigin,
  messages: readonly Content[],
): KnownOrigin {
  const origins = messages.map(
    ({ origin, at }) => origin ?? { simulated: null, realFromMicros: microsOf(at) },
  );
  const simulated = origins.flatMap((origin) => origin.simulated ?? []);
  const real = origins.flatMap(({ realFromMicros }) => realFromMicros ?? []);
  return {
    simulatedFrom: earliest([simulatedFrom, ...simulated.map(({ fromMicros }) => dateOf(fromMicros))]),
    simulatedTo: latest([simulatedTo, ...simulated.map(({ toMicros }) => dateOf(toMicros))]),
    realFrom: earliest([realFrom, ...real.map(dateOf)]),
  };
}

/** How much of a range, in epoch seconds, is simulated; null: nothing is. */
export function simulatedIn(
  traffic: KnownOrigin | null,
  range: { from: number; to: number },
): SimulatedStretch | null {
  const { simulatedFrom = null, simulatedTo = null, realFrom = null } = traffic ?? {};
  if (simulatedFrom === null || simulatedTo === null) return null;
  const from = Math.max(range.from, Math.floor(simulatedFrom.getTime() / 1_000));
  const to = Math.min(range.to, Math.floor(simulatedTo.getTime() / 1_000) + 1);
  if (from >= to) return null;
  return {
    from: dateOf(from * 1e6).toISOString(),
    to: dateOf(to * 1e6).toISOString(),
    withReal: realFrom !== null && realFrom.getTime() < range.to * 1_000,
  };
}

function earliest(dates: readonly (Date | null)[]): Date | null {
  return dates.reduce((best, one) => (best === null || (one !== null && one < best) ? one : best), null);
}

function latest(dates: readonly (Date | null)[]): Date | null {
  return dates.reduce((best, one) => (best === null || (one !== null && one > best) ? one : best), null);
}

function microsOf(at: string): number {
  return Date.parse(at) * 1_000;
}

function dateOf(micros: number): Date {
  return new Date(Math.floor(micros / 1_000));
}
