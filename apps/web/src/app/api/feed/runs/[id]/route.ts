import { watchedRun } from "@headroom/services";
import { showLive } from "../../../../../features/run/live/show-live.ts";
import { liveRunKey, readLiveRun } from "../../../../../server/feed/live-run-read.ts";
import { answerFeed, refuseFeed } from "../../../../../server/feed/refuse-feed.ts";
import { isStillIn, watchFeed } from "../../../../../server/feed/watch-feed.ts";
import { findSignedIn, sessionSecret } from "../../../../../server/session.ts";

interface Props {
  params: Promise<{ id: string }>;
}

/** A live run as it arrives. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  return answerFeed("Run not found.", async () => {
    const { id } = await params;
    const [signedIn, secret] = await Promise.all([findSignedIn(), sessionSecret()]);
    if (signedIn === null || secret === null) return refuseFeed(401, "Sign in to watch this.");
    const { ctx } = signedIn;
    const { workspaceId } = ctx;
    const runId = await watchedRun({ ctx, input: { runId: id } });
    const watched = {
      viewer: { kind: "member", id: ctx.actor.id ?? "" } as const,
      isAllowed: () => isStillIn(secret, workspaceId),
      key: liveRunKey(workspaceId, runId),
      subject: runId,
      read: async () => {
        const now = new Date();
        return showLive(await readLiveRun(workspaceId, runId), now);
      },
    };
    return watchFeed(watched, request);
  });
}
