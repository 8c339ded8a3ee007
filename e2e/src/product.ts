import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { lock } from "./lock.ts";

const repository = join(import.meta.dirname, "../..");
const localFile = process.env["HEADROOM_LOCAL_JSON"] ?? join(repository, ".headroom/local.json");

interface LocalFile {
  webUrl: string;
  ingestUrl: string;
  ingestToken: string;
  readToken: string;
  databaseUrl: string;
}

/** The running product, as it was written down when it started. */
export const product = JSON.parse(readFileSync(localFile, "utf8")) as LocalFile;

/**
 * A fresh sign-in link of the demo's owner, for as long as `use` takes: a newer link ends the older ones, so only one
 * worker at a time has one. The tokens that are in use stay as they are.
 */
export async function withFreshSignInPath<Answer>(use: (path: string) => Promise<Answer>): Promise<Answer> {
  const release = await lock(`${localFile}.sign-in`);
  try {
    return await use(await freshSignInPath());
  } finally {
    await release();
  }
}

async function freshSignInPath(): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ["src/provision.ts"], {
    cwd: join(repository, "apps/ingest"),
    env: {
      ...process.env,
      DATABASE_URL: product.databaseUrl,
      HEADROOM_LOCAL_INGEST_TOKEN: product.ingestToken,
      HEADROOM_LOCAL_READ_TOKEN: product.readToken,
    },
  });
  const { ownerSignInPath } = JSON.parse(stdout) as { ownerSignInPath: string };
  return ownerSignInPath;
}
