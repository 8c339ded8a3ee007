import { z } from "zod";

const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ""));

const schema = z.object({
  DATABASE_URL: z.string().min(1),
  /** The same in ingest. Without it one is made from the database's password. */
  HEADROOM_SECRET: z.string().min(32).optional(),
  /** Where people reach this process; decides on Secure cookies and on which requests are our own. */
  HEADROOM_WEB_URL: address.default("http://127.0.0.1:4000"),
  /** Where people reach ingest, for the curl lines that the pages show. */
  HEADROOM_INGEST_URL: address.default("http://127.0.0.1:4001"),
  HEADROOM_WEB_DB_CONNECTIONS: z.coerce.number().int().min(1).max(100).default(10),
});

export type Env = z.output<typeof schema>;

/** Reads and checks the environment; every variable that is wrong is named at once. */
export function readEnv(source: Readonly<Record<string, string | undefined>>): Env {
  // Set to nothing is not set: compose files write `NAME=`.
  const given = Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== "");
  const result = schema.safeParse(Object.fromEntries(given));
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
