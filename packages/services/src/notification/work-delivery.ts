import type { DeliveryState } from "@headroom/contract";
import type { DeliveryModel, JobRun, WorkspaceTx } from "@headroom/db";
import { z } from "zod";
import type { Context, Services } from "../context.ts";
import { systemContext } from "../workspace/ensure.ts";
import { requestFor } from "./pager/pager-request.ts";
import { WebhookRefused } from "./post-webhook.ts";
import type { PostWebhook } from "./post-webhook.ts";
import { problemWords } from "./problem-words.ts";
import { pauseAfter, queueDelivery } from "./queue-delivery.ts";
import { readReceiver } from "./read-receiver.ts";
import type { Receiver } from "./read-receiver.ts";
import { readSigningKeys, signWebhook } from "./sign-webhook.ts";
import type { SigningKeys } from "./sign-webhook.ts";

const deliveryJob = z.object({ workspaceId: z.uuid(), deliveryId: z.uuid(), round: z.int() });

interface Sending {
  secret: Uint8Array;
  post: PostWebhook;
}

/** Runs one job: signs a delivery, posts it, and notes what came of it. A failed one waits for its next attempt. */
export async function workDelivery({
  services,
  job,
  ...sending
}: Sending & { services: Services; job: JobRun }): Promise<void> {
  const { workspaceId, deliveryId: id, round } = deliveryJob.parse(job.payload);
  const ctx = systemContext(services, workspaceId);
  const ready = await ctx.db.inWorkspace(workspaceId, (tx) => readPending(tx, ctx, { id, round }, sending));
  // Meanwhile, its receiver was deleted, or it was sent.
  if (ready === null) return;
  const outcome = await send(ready, ctx.clock(), sending.post);
  await ctx.db.inWorkspace(workspaceId, (tx) => store(tx, ctx, ready, outcome));
}

interface Ready {
  delivery: DeliveryModel;
  receiver: Receiver;
  keys: SigningKeys;
}

async function readPending(
  tx: WorkspaceTx,
  { workspaceId, clock }: Context,
  which: { id: string; round: number },
  { secret }: Sending,
): Promise<Ready | null> {
  const delivery = await tx.prisma.delivery.findFirst({ where: { ...which, state: PENDING } });
  const receiver = delivery === null ? null : await readReceiver(tx, secret, delivery);
  if (delivery === null || receiver === null) return null;
  const keys = await readSigningKeys(tx, { secret, workspaceId, now: clock() });
  return { delivery, receiver, keys };
}

const PENDING = { in: ["waiting", "retrying"] satisfies DeliveryState[] };

interface Outcome {
  /** Null: nobody answered. */
  status: number | null;
  /** Null: it was accepted. */
  problem: string | null;
  /** No later attempt could succeed. */
  isFinal: boolean;
  /** How long the receiver asks to be left alone; null: it doesn't say. */
  retryAfterSeconds: number | null;
}

async function send({ delivery, receiver, keys }: Ready, at: Date, post: PostWebhook): Promise<Outcome> {
  if (!("url" in receiver))
    return { status: null, problem: receiver.problem, isFinal: true, retryAfterSeconds: null };
  const { url } = receiver;
  const { id, body } = delivery;
  const headers = { "headroom-signature": signWebhook(keys, body, at), "headroom-delivery": id };
  try {
    const status = await post(requestFor(receiver.kind, { url, body, headers }));
    return { status, problem: null, isFinal: false, retryAfterSeconds: null };
  } catch (error) {
    const { status, retryAfterSeconds } =
      error instanceof WebhookRefused ? error : { status: null, retryAfterSeconds: null };
    return { status, problem: problemWords(error), isFinal: false, retryAfterSeconds };
  }
}

async function store(
  tx: WorkspaceTx,
  ctx: Context,
  { delivery, receiver }: Ready,
  { status, problem, isFinal, retryAfterSeconds }: Outcome,
): Promise<void> {
  const { id, round } = delivery;
  const attempts = delivery.attempts + 1;
  const now = ctx.clock();
  const pause = problem === null || isFinal ? null : pauseAfter(attempts, retryAfterSeconds ?? 0);
  const failed: DeliveryState = pause === null ? "given-up" : "retrying";
  const state: DeliveryState = problem === null ? "delivered" : failed;
  const nextAt = pause === null ? null : new Date(now.getTime() + pause * 1_000);
  // If somebody has sent it again in the meantime, that round counts.
  const { count } = await tx.prisma.delivery.updateMany({
    where: { id, round, state: PENDING },
    data: { state, attempts, status, problem, triedAt: now, nextAt },
  });
  if (count > 0 && pause !== null) await queueDelivery(tx, { id, round, receiver: receiver.id }, pause);
}
