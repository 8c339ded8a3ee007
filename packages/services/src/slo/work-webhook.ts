import type { JobRun } from "@headroom/db";
import { z } from "zod";
import type { Services } from "../context.ts";
import type { PostWebhook } from "../notification/post-webhook.ts";
import { readSigningKeys, signWebhook } from "../notification/sign-webhook.ts";

const webhookJob = z.object({
  workspaceId: z.string(),
  sloId: z.string(),
  delivery: z.string(),
  body: z.string(),
});

/** Runs one job: signs a notification and posts it. If it throws, the job is retried. */
export async function workWebhook({
  services,
  job,
  secret,
  post,
}: {
  services: Services;
  job: JobRun;
  secret: Uint8Array;
  post: PostWebhook;
}): Promise<void> {
  const { workspaceId, sloId, delivery, body } = webhookJob.parse(job.payload);
  const now = services.clock();
  const { alert, keys } = await services.db.inWorkspace(workspaceId, async (tx) => ({
    alert: await tx.prisma.sloAlert.findUnique({ where: { sloId }, select: { webhookUrl: true } }),
    keys: await readSigningKeys(tx, { secret, workspaceId, now }),
  }));
  // Meanwhile, somebody may have removed it.
  if (alert === null || alert.webhookUrl === null) return;
  const signature = signWebhook(keys, body, now);
  await post({
    url: alert.webhookUrl,
    body,
    headers: { "headroom-signature": signature, "headroom-delivery": delivery },
  });
}
