import { isAbsolute } from "node:path";
import { z } from "zod";
import { issuerList } from "@headroom/contract";
import { DAY_SECONDS, HeadroomError } from "@headroom/core";
import { tracingVariables } from "@headroom/services";

const GIB = 1024 ** 3;

const port = z.coerce.number().int().min(0).max(65_535);
const atLeastOne = z.coerce.number().int().min(1);
/** 0: no limit. */
const noneOrMore = z.coerce.number().int().min(0);
/** `none`: no label. */
const labelNames = z
  .string()
  .transform((names) => names.split(",").map((name) => name.trim()))
  .transform((names) => names.filter((name) => name !== "" && name !== "none"));
/** An empty variable counts as not set: compose files write `NAME=`. */
const given = (source: Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ""),
  );

/** What an ingest process can do. */
const ROLES = ["accept", "count", "jobs"] as const;
const roles = z
  .string()
  .transform((names) => names.split(",").map((name) => name.trim()))
  .pipe(z.array(z.enum(ROLES)));

const databaseVariables = {
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  HEADROOM_DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
};

const ingestVariables = z.object({
  ...databaseVariables,
  HEADROOM_SECRET: z.string().min(32).optional(),
  HEADROOM_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  HEADROOM_MAIL_FROM: z.string().default("Headroom <headroom@localhost>"),
  HEADROOM_DATABASE_CONNECTIONS: atLeastOne.default(10),
  HEADROOM_ROLES: roles.default([...ROLES]),
  HEADROOM_INGEST_HOST: z.string().default("127.0.0.1"),
  HEADROOM_INGEST_PORT: port.default(4001),
  HEADROOM_METRICS_HOST: z.string().default("127.0.0.1"),
  HEADROOM_METRICS_PORT: port.optional(),
  HEADROOM_WEB_URL: z.url({ protocol: /^https?$/ }).default("http://127.0.0.1:4000"),
  HEADROOM_LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  HEADROOM_RESTARTED_AFTER: z.string().optional(),
  HEADROOM_DRAIN_SECONDS: atLeastOne.default(25),
  HEADROOM_RAW_FILES: z.string().optional(),
  HEADROOM_RAW_FILES_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  HEADROOM_RAW_FILES_S3_REGION: z.string().default("us-east-1"),
  HEADROOM_RAW_FILES_S3_ACCESS_KEY_ID: z.string().optional(),
  HEADROOM_RAW_FILES_S3_SECRET_ACCESS_KEY: z.string().optional(),
  HEADROOM_DATABASE_DIR: z.string().refine(isAbsolute, "must be an absolute path").optional(),
  HEADROOM_MIN_FREE_BYTES: atLeastOne.default(2 * GIB),
  HEADROOM_MAX_DATABASE_BYTES: atLeastOne.optional(),
  HEADROOM_MAX_WORKSPACE_BYTES: atLeastOne.optional(),
  HEADROOM_INGEST_TRUSTED_PROXIES: z.coerce.number().int().min(0).default(0),
  HEADROOM_MAX_READS_PER_MINUTE: noneOrMore.default(1_200),
  HEADROOM_MAX_WRITES_PER_MINUTE: noneOrMore.default(600),
  HEADROOM_MAX_UPLOADS_PER_MINUTE: noneOrMore.default(600),
  HEADROOM_MAX_LIVE_PER_MINUTE: noneOrMore.default(0),
  HEADROOM_MAX_WORKSPACE_READS_PER_MINUTE: noneOrMore.default(6_000),
  HEADROOM_MAX_WORKSPACE_WRITES_PER_MINUTE: noneOrMore.default(3_000),
  HEADROOM_MAX_WORKSPACE_UPLOADS_PER_MINUTE: noneOrMore.default(3_000),
  HEADROOM_MAX_WORKSPACE_LIVE_PER_MINUTE: noneOrMore.default(60_000),
  HEADROOM_MAX_WORKSPACE_LIVE_BYTES: noneOrMore.default(GIB),
  HEADROOM_MAX_UPLOADS: atLeastOne.default(16),
  HEADROOM_MAX_BODY_BYTES: atLeastOne.default(8 * GIB),
  HEADROOM_MAX_DECODED_BYTES: atLeastOne.default(64 * GIB),
  HEADROOM_MAX_COMPRESSION_RATIO: atLeastOne.default(1_000),
  HEADROOM_UPLOAD_IDLE_SECONDS: atLeastOne.default(60),
  HEADROOM_MIN_UPLOAD_RATE: atLeastOne.default(1_024),
  HEADROOM_MAX_UPLOAD_SECONDS: atLeastOne.default(7_200),
  HEADROOM_MAX_BAD_LINES_SHARE: z.coerce.number().min(0).max(1).default(0.01),
  HEADROOM_MAX_LABELS: atLeastOne.default(20_000),
  HEADROOM_MAX_LABEL_LENGTH: z.coerce.number().int().min(1).max(500).default(500),
  HEADROOM_MAX_RUN_SECONDS: atLeastOne.default(31 * DAY_SECONDS),
  HEADROOM_MAX_RUN_CELLS: atLeastOne.default(2_000_000),
  HEADROOM_MAX_BATCH_BYTES: atLeastOne.default(32 * 1024 ** 2),
  HEADROOM_MAX_BATCH_CELLS: atLeastOne.default(20_000),
  HEADROOM_MAX_WRITERS: atLeastOne.default(256),
  HEADROOM_MAX_WRITER_CELLS: atLeastOne.default(5_000_000),
  HEADROOM_MAX_LIVE_LOG_BYTES: atLeastOne.default(8 * GIB),
  HEADROOM_MAX_TRAFFIC_SERIES: atLeastOne.default(100_000),
  HEADROOM_REPLICA_LABELS: labelNames.default(["__replica__"]),
  HEADROOM_LIKELY_REPLICA_LABELS: labelNames.default(["prometheus_replica", "replica"]),
  HEADROOM_FIND_REPLICAS: z.enum(["true", "false"]).default("true"),
  HEADROOM_KEEP_TRAFFIC_1S_DAYS: atLeastOne.default(2),
  HEADROOM_KEEP_TRAFFIC_10S_DAYS: atLeastOne.default(14),
  HEADROOM_KEEP_TRAFFIC_60S_DAYS: atLeastOne.default(90),
  HEADROOM_KEEP_TRAFFIC_600S_DAYS: atLeastOne.default(730),
  HEADROOM_LIVE_SILENT_SECONDS: atLeastOne.default(600),
  HEADROOM_CI_ISSUERS: issuerList.optional(),
  HEADROOM_WEBHOOKS_TO_PRIVATE: z.enum(["true", "false"]).default("false"),
  ...tracingVariables,
});
export type IngestEnv = z.infer<typeof ingestVariables>;

const provisionVariables = z.object({
  ...databaseVariables,
  HEADROOM_LOCAL_INGEST_TOKEN: z.string().optional(),
  HEADROOM_LOCAL_READ_TOKEN: z.string().optional(),
  HEADROOM_LOCAL_MANAGE_TOKEN: z.string().optional(),
});
export type ProvisionEnv = z.infer<typeof provisionVariables>;

export const INGEST_VARIABLES = ingestVariables.shape;
export const PROVISION_VARIABLES = provisionVariables.shape;

/** The environment variables of ingest, read once at start. */
export function readIngestEnv(source: NodeJS.ProcessEnv = process.env): IngestEnv {
  return read(ingestVariables, source);
}

export function readProvisionEnv(source: NodeJS.ProcessEnv = process.env): ProvisionEnv {
  return read(provisionVariables, source);
}

function read<Schema extends z.ZodObject>(schema: Schema, source: NodeJS.ProcessEnv): z.infer<Schema> {
  const result = schema.safeParse(given(source));
  if (result.success) return result.data;
  const wrong = result.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new HeadroomError("parameter-unreadable", `Invalid environment variables. ${wrong.join("; ")}`, {
    hint: "See .env.example for all variables.",
  });
}
