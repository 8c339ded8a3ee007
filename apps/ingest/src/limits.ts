import type { ImportLimits, TrafficRetention } from "@headroom/services";
import type { Deps } from "./deps.ts";
import type { IngestEnv } from "./env.ts";
import type { RateLimitSettings } from "./rate/rate-limits.ts";

/** The limits of docs/limits.md, from the environment. */
export function limitsOf(env: IngestEnv): Pick<Deps, "bodyLimits" | "importLimits" | "liveLimits"> {
  const importLimits: ImportLimits = {
    labels: env.HEADROOM_MAX_LABELS,
    labelLength: env.HEADROOM_MAX_LABEL_LENGTH,
    runSeconds: env.HEADROOM_MAX_RUN_SECONDS,
    runCells: env.HEADROOM_MAX_RUN_CELLS,
    badLinesShare: env.HEADROOM_MAX_BAD_LINES_SHARE,
  };
  return {
    bodyLimits: {
      bodyBytes: env.HEADROOM_MAX_BODY_BYTES,
      decodedBytes: env.HEADROOM_MAX_DECODED_BYTES,
      ratio: env.HEADROOM_MAX_COMPRESSION_RATIO,
      idleSeconds: env.HEADROOM_UPLOAD_IDLE_SECONDS,
      bytesPerSecond: env.HEADROOM_MIN_UPLOAD_RATE,
      arrivalSeconds: env.HEADROOM_MAX_UPLOAD_SECONDS,
    },
    importLimits,
    liveLimits: {
      ...importLimits,
      batchBytes: env.HEADROOM_MAX_BATCH_BYTES,
      batchCells: env.HEADROOM_MAX_BATCH_CELLS,
      writers: env.HEADROOM_MAX_WRITERS,
      writerCells: env.HEADROOM_MAX_WRITER_CELLS,
    },
  };
}

/** How many days live traffic is kept at each step. */
export function trafficKeptFor(env: IngestEnv): TrafficRetention {
  return {
    1: env.HEADROOM_KEEP_TRAFFIC_1S_DAYS,
    10: env.HEADROOM_KEEP_TRAFFIC_10S_DAYS,
    60: env.HEADROOM_KEEP_TRAFFIC_60S_DAYS,
    600: env.HEADROOM_KEEP_TRAFFIC_600S_DAYS,
  };
}

/** Requests allowed per minute. */
export function rateLimitsOf(env: IngestEnv): RateLimitSettings {
  const limit = (token: number, workspace: number) => ({
    token: token === 0 ? null : token,
    workspace: workspace === 0 ? null : workspace,
  });
  return {
    read: limit(env.HEADROOM_MAX_READS_PER_MINUTE, env.HEADROOM_MAX_WORKSPACE_READS_PER_MINUTE),
    write: limit(env.HEADROOM_MAX_WRITES_PER_MINUTE, env.HEADROOM_MAX_WORKSPACE_WRITES_PER_MINUTE),
    upload: limit(env.HEADROOM_MAX_UPLOADS_PER_MINUTE, env.HEADROOM_MAX_WORKSPACE_UPLOADS_PER_MINUTE),
    live: limit(env.HEADROOM_MAX_LIVE_PER_MINUTE, env.HEADROOM_MAX_WORKSPACE_LIVE_PER_MINUTE),
    liveBytes: env.HEADROOM_MAX_WORKSPACE_LIVE_BYTES || null,
  };
}
