import type { FastifyBaseLogger } from "fastify";
import { isPostponed } from "@headroom/core";
import { openLeases, startAggregating, startRollingUp } from "@headroom/services";
import type {
  BatchLog,
  OwnClock,
  PartitionLeases,
  ReadPage,
  Services,
  TrafficRetention,
} from "@headroom/services";
import type { Room } from "./room/room.ts";

/** Counts what arrives live, until it is stopped. On a full disk, or with a wrong clock, what was accepted waits in the log. */
export function startCounting(
  {
    services,
    log,
    room,
    ownClock,
    maxSources,
    read,
  }: {
    services: Services;
    log: BatchLog;
    room: Room;
    ownClock: OwnClock;
    maxSources: number;
    read: (page: ReadPage) => void;
  },
  logger: FastifyBaseLogger,
): ReturnType<typeof startAggregating> & { leases: PartitionLeases } {
  const leases = openLeases(services, log);
  const counting = startAggregating(
    { services, log, leases, maxSources, read, mayCount: () => !room.isFull && !ownClock.isOff },
    {
      failed: (error) => logger.error({ err: error }, "a live batch could not be counted and was set aside"),
      interrupted(error) {
        if (isPostponed(error))
          logger.warn({ reason: error.message }, "counting of live data is waiting for the database");
        else logger.error({ err: error }, "counting of live data failed; trying again");
      },
    },
  );
  return { ...counting, leases };
}

/** Adds up live traffic and removes what is older than it is kept for, until it is stopped. */
export function startAddingUp(
  {
    ownClock,
    ...input
  }: { services: Services; ownClock: OwnClock; keepDays: TrafficRetention; maxSources: number },
  logger: FastifyBaseLogger,
): { stop(): Promise<void> } {
  return startRollingUp({ ...input, isClockOff: () => ownClock.isOff }, (error) => {
    if (isPostponed(error))
      logger.warn({ reason: error.message }, "adding up live traffic is waiting for the database");
    else logger.error({ err: error }, "adding up live traffic failed; trying again");
  });
}
