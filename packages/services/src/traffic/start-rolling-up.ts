import { setTimeout as wait } from "node:timers/promises";
import type { Services } from "../context.ts";
import { forgetTraffic, rollUpTraffic } from "./roll-up.ts";
import type { TrafficRetention } from "./roll-up.ts";

const EVERY_MILLIS = 5_000;
const FORGET_EVERY_MILLIS = 600_000;

/** Adds up live traffic for as long as this process runs, apart from the jobs: none of them can hold it up. */
export function startRollingUp(
  {
    services,
    keepDays,
    maxSources,
    isClockOff = () => false,
  }: {
    services: Services;
    keepDays: TrafficRetention;
    maxSources: number;
    /** What is old is judged by it: while it is off, nothing is added up or removed. */
    isClockOff?: () => boolean;
  },
  report: (error: unknown) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let forgotAt = -Infinity;

  async function round(): Promise<void> {
    if (isClockOff()) return;
    await rollUpTraffic(services, stopping.signal);
    if (performance.now() - forgotAt < FORGET_EVERY_MILLIS) return;
    forgotAt = performance.now();
    await forgetTraffic(services, keepDays, maxSources);
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await round().catch(report);
      await wait(EVERY_MILLIS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
