import type { FastifyInstance } from "fastify";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";
import type { Installation, ReadPage, Services } from "@headroom/services";
import { readInstallation } from "@headroom/services";
import type { Room } from "../room/room.ts";
import type { Busiest, Sent } from "./busiest.ts";

/** From a small batch of a live run to a file of gigabytes. */
const DURATION_SECONDS = [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60, 600];

interface Measured {
  services: Services;
  room: Room;
  busiest: Busiest;
}

/** What this process measures about itself and the installation, in Prometheus' format. */
export interface Metrics {
  registry: Registry;
  /** Counts the requests of an app from then on. */
  watch(app: FastifyInstance): void;
  /** Of the live log. */
  countPage(result: ReadPage): void;
}

export function createMetrics({ services, room, busiest }: Measured): Metrics {
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
  describeWorkspaces(registry, busiest);
  const pages = new Counter({
    name: "headroom_live_pages_total",
    help: "Pages of the live log that this process read: those that it counted, and those that another process had counted first.",
    labelNames: ["result"] as const,
    registers: [registry],
  });
  describeRoom(registry, room);
  describeInstallation(registry, services);
  return {
    registry,
    countPage: (result) => pages.inc({ result }),
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

function describeWorkspaces(registry: Registry, busiest: Busiest): void {
  counter("requests", "Requests by workspace: the busiest, and the others together.", "requests");
  counter("refused", "Those of them that were refused or failed.", "refused");
  counter("request_bytes", "What their bodies were to have, as sent.", "bytes");

  function counter(name: string, help: string, of: keyof Sent): void {
    const one = new Counter({
      name: `headroom_workspace_${name}_total`,
      help,
      labelNames: ["workspace"] as const,
      registers: [],
      collect() {
        this.reset();
        for (const [workspace, sent] of busiest.counts) this.inc({ workspace }, sent[of]);
      },
    });
    registry.registerMetric(one);
  }
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
