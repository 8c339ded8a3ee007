import type { FastifyBaseLogger } from "fastify";
import { isPostponed } from "@headroom/core";
import { startAggregating, startRollingUp } from "@headroom/services";
import type { BatchLog, Services, TrafficRetention } from "@headroom/services";
import type { Room } from "./room/room.ts";

/** Counts what arrives live, until it is stopped. On a full disk, what was accepted waits in the log. */
export function startCounting(
  { services, log, room, maxSources }: { services: Services; log: BatchLog; room: Room; maxSources: number },
  logger: FastifyBaseLogger,
): { stop(): Promise<void> } {
  return startAggregating(
    { services, log, maxSources, hasRoom: () => !room.isFull },
    {
      failed: (error) => logger.error({ err: error }, "a live batch could not be counted and was set aside"),
      interrupted(error) {
        if (isPostponed(error))
          logger.warn({ reason: error.message }, "counting of live data is waiting for the database");
        else logger.error({ err: error }, "counting of live data failed; trying again");
      },
    },
  );
}

/** Adds up live traffic and removes what is older than it is kept for, until it is stopped. */
export function startAddingUp(
  input: { services: Services; keepDays: TrafficRetention; maxSources: number },
  logger: FastifyBaseLogger,
): { stop(): Promise<void> } {
  return startRollingUp(input, (error) => {
    if (isPostponed(error))
      logger.warn({ reason: error.message }, "adding up live traffic is waiting for the database");
    else logger.error({ err: error }, "adding up live traffic failed; trying again");
  });
}
