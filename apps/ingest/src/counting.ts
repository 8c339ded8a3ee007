import type { FastifyBaseLogger } from "fastify";
import { isHeadroomError } from "@headroom/core";
import { startAggregating, type BatchLog, type Services } from "@headroom/services";

/** Counts what arrives live, until it is stopped. */
export function startCounting(
  { services, log }: { services: Services; log: BatchLog },
  logger: FastifyBaseLogger,
): { stop(): Promise<void> } {
  return startAggregating(
    { services, log },
    {
      failed: (error) => logger.error({ err: error }, "a live batch could not be counted and was set aside"),
      interrupted(error) {
        if (isHeadroomError(error, "unavailable"))
          logger.warn({ reason: error.message }, "counting of live data is waiting for the database");
        else logger.error({ err: error }, "counting of live data failed; trying again");
      },
    },
  );
}
