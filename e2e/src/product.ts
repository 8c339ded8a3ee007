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
  /** The path of the owner's sign-in link: it works once. */
  ownerSignInPath: string;
}

/** A workspace that is empty and nobody else's. */
export async function newWorkspace(): Promise<JourneyWorkspace> {
  const slug = `journey-${randomUUID()}`;
  const { stdout } = await promisify(execFile)(process.execPath, ["src/provision.ts", "--workspace", slug], {
    cwd: join(repository, "apps/ingest"),
    env: { ...process.env, DATABASE_URL: product.databaseUrl },
  });
  return JSON.parse(stdout) as JourneyWorkspace;
}
