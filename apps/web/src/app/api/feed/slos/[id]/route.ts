import { MINUTE_MILLIS } from "@headroom/core";
import { systemContext, watchedSlo } from "@headroom/services";
import { watchSlo } from "../../../../../features/slo/watch-slo.ts";
import { answerFeed, refuseFeed } from "../../../../../server/feed/refuse-feed.ts";
import { isStillIn, watchFeed } from "../../../../../server/feed/watch-feed.ts";
import { services } from "../../../../../server/services.ts";
import { findSignedIn, sessionSecret } from "../../../../../server/session.ts";

interface Props {
  params: Promise<{ id: string }>;
}

/** Measuring a window of weeks takes longer than what changes in it within seconds. */
const TIMING = { leastMillis: 15_000, mostMillis: 30_000, oldMillis: MINUTE_MILLIS };

/** How an SLO is doing, as its traffic arrives. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  return answerFeed("SLO not found.", async () => {
    const { id } = await params;
    const [signedIn, secret] = await Promise.all([findSignedIn(), sessionSecret()]);
    if (signedIn === null || secret === null) return refuseFeed(401, "Sign in to watch this.");
    const { ctx } = signedIn;
    const { workspaceId } = ctx;
    const watched = {
      viewer: { kind: "member", id: ctx.actor.id ?? "" } as const,
      isAllowed: () => isStillIn(secret, workspaceId),
      key: JSON.stringify(["slo", workspaceId, id]),
      subject: await watchedSlo({ ctx, input: { id } }),
      read: () => watchSlo(systemContext(services(), workspaceId), id),
      timing: TIMING,
    };
    return watchFeed(watched, request);
  });
}
