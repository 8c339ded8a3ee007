import type { RunAnswer } from "@headroom/contract";
import { partGone } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
import { requestDigest } from "./claim-key.ts";
import type { ImportRequest } from "./import-request.ts";

/** Stores the response for the claimed key, if any, in the same transaction as what it reports. */
export async function answerKey(
  tx: WorkspaceTx,
  { ctx, uploads, parameters, key }: Pick<ImportRequest, "ctx" | "uploads" | "parameters" | "key">,
  fileDigest: Uint8Array,
  answer: RunAnswer,
): Promise<void> {
  if (key === null) return;
  const { count } = await tx.prisma.idempotencyKey.updateMany({
    where: { workspaceId: ctx.workspaceId, key, state: "claimed", instance: await uploads.instance() },
    data: {
      state: "answered",
      requestDigest: Buffer.from(requestDigest(parameters, fileDigest)),
      runId: answer.run.id,
      status: 201,
      answer,
    },
  });
  if (count === 0) throw partGone();
}
