import type { Warning } from "@headroom/core";
import { findRunOfFile } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
import type { OpenUpload } from "./open-upload.ts";
import { runUrl } from "../record/run-url.ts";

/** The same bytes twice usually mean that one result was sent twice. */
export async function sameFileWarning(
  tx: WorkspaceTx,
  { serviceId, runId }: OpenUpload,
  { fileDigest, webUrl }: { fileDigest: Uint8Array; webUrl: string },
): Promise<Warning[]> {
  const earlier = await findRunOfFile(tx, { serviceId, runId, fileDigest });
  if (earlier === null) return [];
  return [
    {
      code: "same-file",
      count: 1,
      detail: `Another run already contains this file: ${runUrl(webUrl, earlier)}. Send an Idempotency-Key so that repeated uploads return the same run.`,
      lines: [],
    },
  ];
}
