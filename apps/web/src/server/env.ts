import { z } from "zod";
import { issuerList } from "@headroom/contract";
import { tracingVariables } from "@headroom/services";
import type { TrafficRetention } from "@headroom/services";

const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""));

const days = z.coerce.number().int().min(1);

const schema = z.object({
  DATABASE_URL: z.string().min(1),
  /** Never a pooler's: this process listens for what changes. DATABASE_URL if it isn't set. */
  HEADROOM_DATABASE_DIRECT_URL: z.string().min(1).optional(),
  /** Must be the same in ingest. Derived from the database's password if it is not set. */
  HEADROOM_SECRET: z.string().min(32).optional(),
  /** The URL of this process; decides whether cookies are Secure and which requests come from our own pages. */
  HEADROOM_WEB_URL: address.default("http://127.0.0.1:4000"),
  /** The URL of ingest, for curl commands and the upload page. */
  HEADROOM_INGEST_URL: address.default("http://127.0.0.1:4001"),
  /** How many proxies are in front, each adding to X-Forwarded-For. TLS ends at a proxy, so https implies one. */
  HEADROOM_TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).optional(),
  /** Whether people can sign up without an invitation. */
  HEADROOM_SIGN_UP: z.enum(["open", "invited"]).default("open"),
  /** Ingest sends the email; this process only needs to know whether it does. */
  HEADROOM_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  HEADROOM_GITHUB_CLIENT_ID: z.string().optional(),
  HEADROOM_GITHUB_CLIENT_SECRET: z.string().optional(),
  HEADROOM_OIDC_ISSUER: address.optional(),
  HEADROOM_OIDC_CLIENT_ID: z.string().optional(),
  HEADROOM_OIDC_CLIENT_SECRET: z.string().optional(),
  /** Shown on the button of the sign-in page. */
  HEADROOM_OIDC_NAME: z.string().default("single sign-on"),
  /** Ingest accepts the tokens of their jobs; this process offers them. */
  HEADROOM_CI_ISSUERS: issuerList.optional(),
  /** Ingest sends webhooks; this process refuses addresses that it wouldn't send to. */
  HEADROOM_WEBHOOKS_TO_PRIVATE: z.enum(["true", "false"]).default("false"),
  /** Ingest refuses uploads past it; this process shows it. */
  HEADROOM_MAX_WORKSPACE_BYTES: z.coerce.number().int().min(1).optional(),
  /** Ingest removes older live traffic; this process reads the finest that is left. */
  HEADROOM_KEEP_TRAFFIC_1S_DAYS: days.default(2),
  HEADROOM_KEEP_TRAFFIC_10S_DAYS: days.default(14),
  HEADROOM_KEEP_TRAFFIC_60S_DAYS: days.default(90),
  HEADROOM_KEEP_TRAFFIC_600S_DAYS: days.default(730),
  /** Who may see how the installation runs. */
  HEADROOM_HEALTH_PAGE: z.enum(["owners", "off"]).default("owners"),
  /** Set by what restarts this process: how the one before it ended. */
  HEADROOM_RESTARTED_AFTER: z.string().optional(),
  /** Requests are logged from info on, and failures always. */
  HEADROOM_LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  HEADROOM_WEB_DB_CONNECTIONS: z.coerce.number().int().min(1).max(100).default(10),
  ...tracingVariables,
});

export const ENV_NAMES = Object.keys(schema.shape);

/** Variables that are required together. */
const together = [
  ["HEADROOM_GITHUB_CLIENT_ID", "HEADROOM_GITHUB_CLIENT_SECRET"],
  ["HEADROOM_OIDC_ISSUER", "HEADROOM_OIDC_CLIENT_ID", "HEADROOM_OIDC_CLIENT_SECRET"],
] as const;

const checked = schema.superRefine((given, context) => {
  if (given.HEADROOM_SECRET === undefined && !URL.parse(given.DATABASE_URL)?.password) {
    context.addIssue({
      code: "custom",
      path: ["HEADROOM_SECRET"],
      message: "is required when DATABASE_URL has no password. Create one with: openssl rand -hex 32",
    });
  }
  for (const names of together) {
    const missing = names.filter((name) => given[name] === undefined);
    if (missing.length === 0 || missing.length === names.length) continue;
    for (const name of missing) {
      context.addIssue({
        code: "custom",
        path: [name],
        message: `is missing. Set ${names.join(", ")} together`,
      });
    }
  }
});

export type Env = z.output<typeof schema>;

export function trustedProxiesOf({ HEADROOM_TRUSTED_PROXIES: given, HEADROOM_WEB_URL: url }: Env): number {
  return given ?? (url.startsWith("https:") ? 1 : 0);
}

export function logsRequests({ HEADROOM_LOG_LEVEL: level }: Env): boolean {
  return ["info", "debug", "trace"].includes(level);
}

/** For how many days each step of live traffic is kept. */
export function trafficKeptFor(given: Env): TrafficRetention {
  return {
    1: given.HEADROOM_KEEP_TRAFFIC_1S_DAYS,
    10: given.HEADROOM_KEEP_TRAFFIC_10S_DAYS,
    60: given.HEADROOM_KEEP_TRAFFIC_60S_DAYS,
    600: given.HEADROOM_KEEP_TRAFFIC_600S_DAYS,
  };
}

/** Reads and checks the environment. The error lists every invalid variable. */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  // An empty variable counts as not set, because compose files write `NAME=`.
  const given = Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== "");
  const result = checked.safeParse(Object.fromEntries(given));
  if (result.success) return result.data;
  const lines = result.error.issues.map(({ path, message }) => `  ${path.join(".")}: ${message}`);
  throw new Error(`The environment of web is invalid:\n${lines.join("\n")}`);
}

let known: Env | undefined;

/** Read once, when the server starts (`instrumentation.ts`), and never during the build. */
export function env(): Env {
  known ??= readEnv(process.env);
  return known;
}
