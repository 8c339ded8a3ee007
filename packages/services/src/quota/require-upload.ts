import { DAY_MILLIS, HeadroomError } from "@headroom/core";
import { plural } from "@headroom/core/format";
import { holdUploadsToday } from "@headroom/db";
import type { WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";

/**
 * Refuses an upload or a live run that would be one more than the workspace's quota for today. Before the part or the run is
 * there that it counts: others that begin at the same time wait for this transaction.
 */
export async function requireUploadInQuota(tx: WorkspaceTx, ctx: Context): Promise<void> {
  const now = ctx.clock();
  const today = await holdUploadsToday(tx, now);
  if (today === null || today.published + today.underWay < today.perDay) return;
  const { perDay, published, underWay } = today;
  const running = underWay === 0 ? "" : ` and ${underWay} still running`;
  throw new HeadroomError(
    "quota-exceeded",
    perDay === 0
      ? "The quota of this workspace allows no uploads."
      : `The quota of this workspace is ${plural(perDay, "upload")} a day: ${published} finished today${running}.`,
    {
      hint:
        perDay === 0
          ? "The people who run this server set the quota, and can raise it."
          : "The count starts again at 00:00 UTC. The people who run this server can raise the quota.",
      // Waiting helps only if there is a quota to wait for.
      ...(perDay === 0
        ? {}
        : { retryAfterSeconds: Math.ceil((DAY_MILLIS - (now.getTime() % DAY_MILLIS)) / 1_000) }),
    },
  );
}
