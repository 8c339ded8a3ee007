import { MAX_CHANNELS, newChannel } from "@headroom/contract";
import type { ChannelAnswer } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import type { WorkspaceTx } from "@headroom/db";
import { writeAudit } from "../audit.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { findService } from "../service/find.ts";
import { answerChannel } from "./answer-channel.ts";
import { urlColumnsOf } from "./channel-url.ts";
import type { WebhookSettings } from "./channel-url.ts";

/** Creates a channel that is told of what happens to runs from now on. */
export async function createChannel({
  ctx,
  webhooks,
  input: { body },
}: {
  ctx: Context;
  webhooks: WebhookSettings;
  input: { body: unknown };
}): Promise<ChannelAnswer> {
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  const { url, service: slug, ...fields } = parseInput(newChannel, body);
  const urlColumns = urlColumnsOf(webhooks, url);
  const { workspaceId } = ctx;
  return ctx.db.inWorkspace(workspaceId, async (tx) => {
    const service = slug === null ? null : await findService(tx, ctx, slug);
    // One at a time, so that together they can't exceed the limit.
    await tx.query("select from workspace where id = $1 for no key update", [workspaceId]);
    await requireRoom(tx);
    const now = ctx.clock();
    const channel = await tx.prisma.channel.create({
      data: {
        ...fields,
        ...urlColumns,
        id: ctx.newId(),
        workspaceId,
        serviceId: service?.id ?? null,
        createdAt: now,
        updatedAt: now,
        updatedBy: ctx.actor.kind === "person" ? ctx.actor.id : null,
      },
    });
    const { id, name, kind, origin, events } = channel;
    const detail = { name, kind, origin, events, service: service?.name ?? null };
    await writeAudit(tx, ctx, { action: "channel.create", subjectKind: "channel", subjectId: id, detail });
    return answerChannel(tx, channel);
  });
}

async function requireRoom(tx: WorkspaceTx): Promise<void> {
  if ((await tx.prisma.channel.count()) < MAX_CHANNELS) return;
  throw new HeadroomError("conflict", `A workspace can have at most ${MAX_CHANNELS} channels.`, {
    hint: "Delete one of them first.",
  });
}
