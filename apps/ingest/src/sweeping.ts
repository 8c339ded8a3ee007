import type { FastifyBaseLogger } from "fastify";
import { isHeadroomError } from "@headroom/core";
import type { Uploads } from "@headroom/services";

const EVERY_MILLIS = 60_000;

/** Sweeps at the start and every minute. A sweep that fails is tried again with the next. */
export function startSweeping(uploads: Uploads, log: FastifyBaseLogger): { stop(): void } {
  let running = false;
  async function sweepOnce(): Promise<void> {
    if (running) return;
    running = true;
    try {
      const swept = await uploads.sweep();
      if (swept.parts + swept.claims > 0) log.info({ swept }, "removed what unfinished uploads had left");
    } catch (error) {
      if (isHeadroomError(error, "unavailable")) log.warn({ reason: error.message }, "sweep put off");
      else log.error({ err: error }, "sweep failed");
    } finally {
      running = false;
    }
  }
  void sweepOnce();
  const timer = setInterval(() => void sweepOnce(), EVERY_MILLIS).unref();
  return { stop: () => clearInterval(timer) };
}
