import { fileURLToPath } from "node:url";
import { isAbsolute } from "node:path";
import { HeadroomError } from "@headroom/core";
import type { IngestEnv } from "../env.ts";
import { FolderStore } from "./folder-store.ts";
import type { KeptFileStore } from "./store.ts";

type KeptFilesEnv = Pick<
  IngestEnv,
  | "HEADROOM_RAW_FILES"
  | "HEADROOM_RAW_FILES_S3_ENDPOINT"
  | "HEADROOM_RAW_FILES_S3_REGION"
  | "HEADROOM_RAW_FILES_S3_ACCESS_KEY_ID"
  | "HEADROOM_RAW_FILES_S3_SECRET_ACCESS_KEY"
>;

/** The store in HEADROOM_RAW_FILES: a folder, or a bucket as `s3://bucket/prefix`. Null: none, so no file is kept. */
export async function openKeptFileStore(env: KeptFilesEnv): Promise<KeptFileStore | null> {
  const place = env.HEADROOM_RAW_FILES;
  if (place === undefined) return null;
  const folder = folderOf(place);
  if (folder !== null) return new FolderStore(folder);
  const url = URL.canParse(place) ? new URL(place) : null;
  if (url?.protocol === "s3:" && url.host !== "") return openS3(url, env);
  throw unreadable("HEADROOM_RAW_FILES must be an absolute folder path or s3://bucket/prefix.");
}

/** The folder that a store in HEADROOM_RAW_FILES lies in; null: it isn't a folder. */
export function folderOf(place: string): string | null {
  if (isAbsolute(place)) return place;
  const url = URL.canParse(place) ? new URL(place) : null;
  return url?.protocol === "file:" && url.host === "" ? fileURLToPath(url) : null;
}

async function openS3(url: URL, env: KeptFilesEnv): Promise<KeptFileStore> {
  const accessKeyId = env.HEADROOM_RAW_FILES_S3_ACCESS_KEY_ID;
  const secretAccessKey = env.HEADROOM_RAW_FILES_S3_SECRET_ACCESS_KEY;
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw unreadable("Only one of the two S3 keys is set. Set both or neither.");
  // The client is large, so it is loaded only if S3 is used.
  const { S3Store } = await import("./s3-store.ts");
  return new S3Store({
    bucket: url.host,
    prefix: url.pathname.replaceAll(/^\/+|\/+$/g, ""),
    endpoint: env.HEADROOM_RAW_FILES_S3_ENDPOINT ?? null,
    region: env.HEADROOM_RAW_FILES_S3_REGION,
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined ? null : { accessKeyId, secretAccessKey },
  });
}

function unreadable(message: string): HeadroomError {
  return new HeadroomError("parameter-unreadable", message, {
    hint: "docs/raw-files.md describes the variables.",
  });
}
