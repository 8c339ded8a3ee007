import type {
  LiveIntake,
  OwnClock,
  PostWebhook,
  Services,
  StorageLimit,
  TrafficIntake,
  TrafficRetention,
  Uploads,
} from "@headroom/services";
import type { ReplicaLabels } from "@headroom/core";
import type { BodyLimits } from "./body/limits.ts";
import type { ImportLimits, LiveLimits } from "@headroom/services";
import type { KeptFileStore } from "./kept-files/store.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { Busiest } from "./metrics/busiest.ts";
import type { Issuers } from "./oidc/issuers.ts";
import type { RateLimits } from "./rate/rate-limits.ts";
import type { Room } from "./room/room.ts";
import type { ParserPool } from "./upload/parser-pool.ts";

/** Everything that the app depends on, passed in so that tests can replace it. */
export interface Deps {
  services: Services;
  /** Whether it answers more than whether it is alive and ready. */
  accepts: boolean;
  uploads: Uploads;
  /** Where live input goes. */
  intake: LiveIntake;
  /** Where metrics of services go. */
  traffic: TrafficIntake;
  /** The labels by which replicas of one collector differ. */
  replicaLabels: ReplicaLabels;
  /** How many days live traffic is kept at each step. */
  trafficKept: TrafficRetention;
  parsers: ParserPool;
  /** Null: no uploaded file is saved. */
  keptFiles: KeptFileStore | null;
  room: Room;
  /** Live data is refused while it is off. */
  ownClock: OwnClock;
  /** Of each workspace. */
  storageLimit: StorageLimit;
  webUrl: string;
  /** The installation's secret: signs the tickets of the upload page. */
  secret: Uint8Array;
  /** Null: emails are written to the log. */
  smtp: { url: string; from: string } | null;
  postWebhook: PostWebhook;
  /** Whether webhooks may go to private addresses. */
  allowPrivate: boolean;
  bodyLimits: BodyLimits;
  importLimits: ImportLimits;
  /** `batchBytes`: the limit for one decoded body of a live run. */
  liveLimits: LiveLimits & { batchBytes: number };
  /** How many uploads are read concurrently; further ones are asked to retry. */
  uploadsAtOnce: number;
  rateLimits: RateLimits;
  /** CI systems whose jobs can get tokens. */
  ciIssuers: Issuers;
  /** How many proxies in front add the address that they saw to `X-Forwarded-For`. */
  trustedProxies: number;
  /** Whose requests they are, for metrics. */
  busiest: Busiest;
  /** The same of more workspaces, for the operator's list. */
  listed: Busiest;
  logLevel: string;
  /** Whether requests are sent as traces. */
  isTraced: boolean;
  /** Null: nobody collects them. */
  metrics: Metrics | null;
}
