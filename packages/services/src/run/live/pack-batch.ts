import { promisify } from "node:util";
import { zstdCompress, zstdDecompress } from "node:zlib";
import type { LiveBatch } from "@headroom/contract";

/** The pending content of a batch. It was checked on arrival, so it is used as it is later. */
export type PackedContent = Pick<LiveBatch, "labels" | "cells" | "gauges" | "failures">;

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

export function packBatch({ labels, cells, gauges, failures }: PackedContent): Promise<Buffer> {
  return compress(JSON.stringify({ labels, cells, gauges, failures } satisfies PackedContent));
}

/** `packBatch` wrote it, from content of this type. */
export async function unpackBatch(bytes: Uint8Array): Promise<PackedContent> {
  return JSON.parse((await decompress(bytes)).toString("utf8")) as PackedContent;
}
