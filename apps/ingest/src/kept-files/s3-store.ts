import { Readable } from "node:stream";
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { noSuchFile, requireKey } from "./store.ts";
import type { KeptFileStore } from "./store.ts";

export interface S3Place {
  bucket: string;
  /** In front of each key; "" for none. */
  prefix: string;
  /** For a server that isn't Amazon's; the bucket is then part of the path. */
  endpoint: string | null;
  region: string;
  /** Null: the AWS client finds credentials itself (a role, a profile). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

const CHUNK_BYTES = 8 * 1024 * 1024;
/** At most this many chunks are in memory. */
const CHUNKS_AT_ONCE = 2;
const ATTEMPTS = 3;

/** Kept files in S3 or a compatible server. */
export class S3Store implements KeptFileStore {
  readonly #client: S3Client;
  readonly #place: S3Place;

  constructor(place: S3Place) {
    this.#place = place;
    this.#client = new S3Client({
      region: place.region,
      maxAttempts: ATTEMPTS,
      // Other servers often don't support the newer checksums.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000 },
      ...(place.endpoint === null ? {} : { endpoint: place.endpoint, forcePathStyle: true }),
      ...(place.credentials === null ? {} : { credentials: place.credentials }),
    });
  }

  async put(key: string, bytes: Readable): Promise<void> {
    const upload = new Upload({
      client: this.#client,
      params: { ...this.#objectOf(key), Body: bytes, ContentType: "application/octet-stream" },
      partSize: CHUNK_BYTES,
      queueSize: CHUNKS_AT_ONCE,
      leavePartsOnError: false,
    });
    try {
      await upload.done();
    } catch (error) {
      bytes.destroy();
      throw error;
    }
  }

  async get(key: string): Promise<Readable> {
    const { Body } = await this.#client
      .send(new GetObjectCommand(this.#objectOf(key)))
      .catch((error: unknown) => {
        throw isMissing(error) ? noSuchFile(error) : error;
      });
    if (Body instanceof Readable) return Body;
    throw new Error("the S3 client returned no stream");
  }

  async remove(key: string): Promise<void> {
    const object = this.#objectOf(key);
    await this.#client.send(new DeleteObjectCommand(object));
    // Chunks of an unfinished upload are invisible, but cost money.
    const unfinished = await this.#client.send(
      new ListMultipartUploadsCommand({ Bucket: object.Bucket, Prefix: object.Key }),
    );
    for (const { Key, UploadId } of unfinished.Uploads ?? []) {
      if (Key !== object.Key || UploadId === undefined) continue;
      await this.#client.send(new AbortMultipartUploadCommand({ ...object, UploadId }));
    }
  }

  #objectOf(key: string): { Bucket: string; Key: string } {
    const { bucket, prefix } = this.#place;
    return { Bucket: bucket, Key: prefix === "" ? requireKey(key) : `${prefix}/${requireKey(key)}` };
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && ["NoSuchKey", "NotFound"].includes(error.name);
}
