import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Installation, Services } from "@headroom/services";
import { readInstallation } from "@headroom/services";
import type { Room } from "../room/room.ts";

/** From a small batch of a live run to a file of gigabytes. */
const DURATION_SECONDS = [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60, 600];

/** What this process measures about itself and the installation, in Prometheus' format. It knows no workspace. */
export interface Metrics {
  registry: Registry;
  /** Counts the requests of an app from then on. */
  watch(app: FastifyInstance): void;
}

export function createMetrics({ services, room }: { services: Services; room: Room }): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: "headroom_http_request_duration_seconds",
    help: "Requests to ingest, from their first byte to the last one of the response. An upload includes its parsing.",
    labelNames: ["method", "route", "status"] as const,
    buckets: DURATION_SECONDS,
    registers: [registry],
  });
  const running = new Gauge({
    name: "headroom_http_requests_running",
    help: "Requests that have no response yet.",
    registers: [registry],
  });
  describeRoom(registry, room);
  describeInstallation(registry, services);
  return {
    registry,
    watch(app) {
      app.addHook("onRequest", async (_request, reply) => {
        running.inc();
        reply.raw.once("close", () => running.dec());
      });
      app.addHook("onResponse", async ({ method, routeOptions: { url } }, reply) => {
        // Anybody can ask for any path and method: they would be series for ever.
        const asked = url === undefined ? { method: "other", route: "unknown" } : { method, route: url };
        duration.observe({ ...asked, status: String(reply.statusCode) }, reply.elapsedTime / 1_000);
      });
    },
  };
}

/** What isn't known is NaN: 0 would be an alarm. */
function describeRoom(registry: Registry, room: Room): void {
  gauge("headroom_database_disk_free_bytes", "Free space on the database's disk.", () => {
    return room.reading.databaseDiskFreeBytes;
  });
  gauge("headroom_kept_files_disk_free_bytes", "Free space on the disk of kept files.", () => {
    return room.reading.keptFilesDiskFreeBytes;
  });
  gauge("headroom_full", "1 while uploads are refused because a disk or the database is full.", () => {
    return room.isFull ? 1 : 0;
  });

  function gauge(name: string, help: string, read: () => number | null): void {
    const one = new Gauge({
      name,
      help,
      registers: [],
      collect() {
        this.set(read() ?? Number.NaN);
      },
    });
    registry.registerMetric(one);
  }
}

/** All of them are from one reading, which scrapes of a second share. Every ingest process says the same. */
const READ_EVERY_MILLIS = 1_000;

function describeInstallation(registry: Registry, services: Services): void {
  const read = sharedReading(() => readInstallation(services).catch(() => null));
  gauge("headroom_database_up", "1 if the database answers.", () => 1, 0);
  gauge("headroom_database_size_bytes", "Size of the database.", ({ database }) => database.bytes);
  gauge("headroom_jobs_waiting", "Jobs that are queued, running, or waiting for a retry.", ({ jobs }) => {
    return jobs.waiting;
  });
  gauge(
    "headroom_jobs_failed",
    "Jobs that were given up after their last attempt.",
    ({ jobs }) => jobs.failed,
  );
  gauge(
    "headroom_live_entries_waiting",
    "Live batches that are accepted and not counted yet.",
    ({ live }) => {
      return live.entries;
    },
  );
  gauge("headroom_live_entries_oldest_seconds", "For how long the oldest of them has waited.", (found) => {
    const { live, database } = found;
    return live.oldestAt === null ? 0 : (database.now.getTime() - live.oldestAt.getTime()) / 1_000;
  });
  gauge(
    "headroom_live_entries_set_aside",
    "Live batches that couldn't be counted.",
    ({ live }) => live.setAside,
  );
  gauge("headroom_live_log_size_bytes", "Size of the live log.", ({ live }) => live.logBytes);

  function gauge(
    name: string,
    help: string,
    pick: (found: Installation) => number,
    unknown = Number.NaN,
  ): void {
    const one = new Gauge({
      name,
      help,
      registers: [],
      async collect() {
        const found = await read();
        this.set(found === null ? unknown : pick(found));
      },
    });
    registry.registerMetric(one);
  }
}

function sharedReading<Answer>(read: () => Promise<Answer>): () => Promise<Answer> {
  let reading: { at: number; answer: Promise<Answer> } | null = null;
  return () => {
    const now = performance.now();
    if (reading === null || now - reading.at >= READ_EVERY_MILLIS) reading = { at: now, answer: read() };
    return reading.answer;
  };
}
