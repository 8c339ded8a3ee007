import { z } from "zod";

const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""));

const schema = z.object({
  DATABASE_URL: z.string().min(1),
  /** The same in ingest. Without it one is made from the database's password. */
  HEADROOM_SECRET: z.string().min(32).optional(),
  /** Where people reach this process; decides on Secure cookies and on which requests are our own. */
  HEADROOM_WEB_URL: address.default("http://127.0.0.1:4000"),
  /** Where people and their browsers reach ingest: for curl lines, and for the upload page. */
  HEADROOM_INGEST_URL: address.default("http://127.0.0.1:4001"),
  /** How many proxies pass requests on, each writing down from whom. TLS is a proxy's work: with https there is one. */
  HEADROOM_TRUSTED_PROXIES: z.coerce.number().int().min(0).max(10).optional(),
  /** Who may make an account without an invitation: everybody, or nobody. */
  HEADROOM_SIGN_UP: z.enum(["open", "invited"]).default("open"),
  /** Mail is sent by ingest; here it is only known whether it is. */
  HEADROOM_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  HEADROOM_GITHUB_CLIENT_ID: z.string().optional(),
  HEADROOM_GITHUB_CLIENT_SECRET: z.string().optional(),
  HEADROOM_OIDC_ISSUER: address.optional(),
  HEADROOM_OIDC_CLIENT_ID: z.string().optional(),
  HEADROOM_OIDC_CLIENT_SECRET: z.string().optional(),
  /** On the button of the sign-in page. */
  HEADROOM_OIDC_NAME: z.string().default("single sign-on"),
  HEADROOM_WEB_DB_CONNECTIONS: z.coerce.number().int().min(1).max(100).default(10),
});

export const ENV_NAMES = Object.keys(schema.shape);

/** What makes sense only together. */
const together = [
  ["HEADROOM_GITHUB_CLIENT_ID", "HEADROOM_GITHUB_CLIENT_SECRET"],
  ["HEADROOM_OIDC_ISSUER", "HEADROOM_OIDC_CLIENT_ID", "HEADROOM_OIDC_CLIENT_SECRET"],
] as const;

const checked = schema.superRefine((given, context) => {
  if (given.HEADROOM_SECRET === undefined && !URL.parse(given.DATABASE_URL)?.password) {
    context.addIssue({
      code: "custom",
      path: ["HEADROOM_SECRET"],
      message: "is needed where DATABASE_URL holds no password: openssl rand -hex 32",
    });
  }
  for (const names of together) {
    const missing = names.filter((name) => given[name] === undefined);
    if (missing.length === 0 || missing.length === names.length) continue;
    for (const name of missing) {
      context.addIssue({ code: "custom", path: [name], message: `is missing beside ${names.join(", ")}` });
    }
  }
});

export type Env = z.output<typeof schema>;

export function trustedProxiesOf({ HEADROOM_TRUSTED_PROXIES: given, HEADROOM_WEB_URL: url }: Env): number {
  return given ?? (url.startsWith("https:") ? 1 : 0);
}

/** Reads and checks the environment; every variable that is wrong is named at once. */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  // Set to nothing is not set: compose files write `NAME=`.
  const given = Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== "");
  const result = checked.safeParse(Object.fromEntries(given));
  if (result.success) return result.data;
  const lines = result.error.issues.map(({ path, message }) => `  ${path.join(".")}: ${message}`);
  throw new Error(`The environment of web is not complete:\n${lines.join("\n")}`);
}

let known: Env | undefined;

/** Read once, when the server starts (`instrumentation.ts`) and never while it is built. */
export function env(): Env {
  known ??= readEnv(process.env);
  return known;
}
