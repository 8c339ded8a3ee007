import { watchedService } from "@headroom/services";
import { peakDayKey, peakDayRead } from "../../../../../server/feed/peak-day-read.ts";
import { answerFeed, refuseFeed } from "../../../../../server/feed/refuse-feed.ts";
import { isStillIn, watchFeed } from "../../../../../server/feed/watch-feed.ts";
import { findSignedIn, sessionSecret } from "../../../../../server/session.ts";

interface Props {
  params: Promise<{ id: string }>;
}

/** A peak day as it happens. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  return answerFeed("Peak day not found.", async () => {
    const { id } = await params;
    const [signedIn, secret] = await Promise.all([findSignedIn(), sessionSecret()]);
    if (signedIn === null || secret === null) return refuseFeed(401, "Sign in to watch this.");
    const { ctx } = signedIn;
    const subject = await watchedService({ ctx, input: { id } });
    const viewer = { kind: "member", id: ctx.actor.id ?? "" } as const;
    const isAllowed = () => isStillIn(secret, ctx.workspaceId);
    const key = peakDayKey(ctx.workspaceId, id);
    return watchFeed({ viewer, isAllowed, key, subject, read: peakDayRead(ctx.workspaceId, id) }, request);
  });
}
