import { changedChannel } from "@headroom/contract";
import type { ChannelAnswer } from "@headroom/contract";
import { HeadroomError } from "@headroom/core";
import { writeAudit } from "../audit.ts";
import { changedMeanwhile } from "../changed-meanwhile.ts";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { requireAllServices, requireScope } from "../scope.ts";
import { findService } from "../service/find.ts";
import { answerChannel } from "./answer-channel.ts";
import { urlColumnsOf } from "./channel-url.ts";
import type { WebhookSettings } from "./channel-url.ts";
import { requireChannel } from "./require-channel.ts";

/** Replaces what a channel is, and its URL if there is a new one. What waits to be sent goes to the new URL. */
export async function updateChannel({
  ctx,
  webhooks,
  input,
}: {
  ctx: Context;
  webhooks: WebhookSettings;
  input: { id: string; body: unknown };
}): Promise<ChannelAnswer> {
  requireScope(ctx, "manage");
  requireAllServices(ctx);
  const { url, service: slug, version, ...fields } = parseInput(changedChannel, input.body);
  const urlColumns = url === undefined ? {} : urlColumnsOf(webhooks, url);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const before = await requireChannel(tx, input.id);
    if (before.version !== version) throw changedMeanwhile("the channel");
    const { id, kind } = before;
    const service = slug === null ? null : await findService(tx, ctx, slug);
    if (kind !== fields.kind && url === undefined) throw urlNeeded();
    const { count } = await tx.prisma.channel.updateMany({
      where: { id, version },
      data: {
        ...fields,
        ...urlColumns,
        serviceId: service?.id ?? null,
        version: version + 1,
        updatedAt: ctx.clock(),
        updatedBy: ctx.actor.kind === "person" ? ctx.actor.id : null,
      },
    });
    if (count === 0) throw changedMeanwhile("the channel");
    const channel = await requireChannel(tx, id);
    const { name, origin, events } = channel;
    const detail = {
      name,
      origin,
      events,
      kind: channel.kind,
      service: service?.name ?? null,
      newUrl: url !== undefined,
    };
    await writeAudit(tx, ctx, { action: "channel.update", subjectKind: "channel", subjectId: id, detail });
    return answerChannel(tx, channel);
  });
}

function urlNeeded(): HeadroomError {
  return new HeadroomError("parameter-missing", "A channel of another kind needs a new URL.", {
    field: "url",
    fieldMessage: "Enter a URL for the new channel type.",
  });
}
