import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const repository = join(import.meta.dirname, "../..");
export const localFile = process.env["HEADROOM_LOCAL_JSON"] ?? join(repository, ".headroom/local.json");

interface LocalFile {
  webUrl: string;
  ingestUrl: string;
  databaseUrl: string;
}

/** The running product, as it was written down when it started. */
export const product = JSON.parse(readFileSync(localFile, "utf8")) as LocalFile;

export interface JourneyWorkspace {
  ingestToken: string;
  readToken: string;
  manageToken: string;
  ownerEmail: string;
  /** The path of the owner's sign-in link: it works once. */
  ownerSignInPath: string;
}

/** Does in the database what a person would wait long for. `script` is one of packages/db/src/testing. */
export async function changeDatabase(script: string, ...args: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [`src/testing/${script}.ts`, ...args], {
    cwd: join(repository, "packages/db"),
    env: { ...process.env, DATABASE_URL: product.databaseUrl },
  });
}

/** As many as a worker needs for its part of all journeys. */
const AT_ONCE = 60;
const prepared: JourneyWorkspace[] = [];

/** A workspace that is empty and nobody else's. They are made together: it is the start of Node that takes long. */
export async function newWorkspace(): Promise<JourneyWorkspace> {
  if (prepared.length === 0) prepared.push(...(await provision(AT_ONCE)));
  const workspace = prepared.pop();
  if (workspace === undefined) throw new Error("No workspace was made.");
  return workspace;
}

async function provision(count: number): Promise<JourneyWorkspace[]> {
  const slugs = Array.from({ length: count }, () => `--workspace=journey-${randomUUID()}`);
  const { stdout } = await promisify(execFile)(process.execPath, ["src/provision.ts", ...slugs], {
    cwd: join(repository, "apps/ingest"),
    env: { ...process.env, DATABASE_URL: product.databaseUrl },
  });
  return stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as JourneyWorkspace);
}
