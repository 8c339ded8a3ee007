import type { ImportLimits } from "@headroom/services";
import type { BodyLimits } from "./body/limits.ts";
import type { IngestEnv } from "./env.ts";

/** The limits of docs/limits.md, from the environment. */
export function limitsOf(env: IngestEnv): { bodyLimits: BodyLimits; importLimits: ImportLimits } {
  return {
    bodyLimits: {
      bodyBytes: env.HEADROOM_MAX_BODY_BYTES,
      decodedBytes: env.HEADROOM_MAX_DECODED_BYTES,
      ratio: env.HEADROOM_MAX_COMPRESSION_RATIO,
      idleSeconds: env.HEADROOM_UPLOAD_IDLE_SECONDS,
    },
    importLimits: {
      labels: env.HEADROOM_MAX_LABELS,
      labelLength: env.HEADROOM_MAX_LABEL_LENGTH,
      runSeconds: env.HEADROOM_MAX_RUN_SECONDS,
      runCells: env.HEADROOM_MAX_RUN_CELLS,
      badLinesShare: env.HEADROOM_MAX_BAD_LINES_SHARE,
    },
  };
}
