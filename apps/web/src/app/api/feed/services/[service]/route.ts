import { watchedTraffic } from "@headroom/services";
import { followTraffic } from "../../../../../features/service/follow-traffic.ts";
import { readTrafficView } from "../../../../../features/service/search-params.ts";
import { answerFeed, refuseFeed } from "../../../../../server/feed/refuse-feed.ts";
import { isStillIn, watchFeed } from "../../../../../server/feed/watch-feed.ts";
import { findSignedIn, sessionSecret } from "../../../../../server/session.ts";

interface Props {
  params: Promise<{ service: string }>;
}

/** A service's live traffic as it happens, in a range that ends now. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  return answerFeed("Service not found.", async () => {
    const { service } = await params;
    const [signedIn, secret] = await Promise.all([findSignedIn(), sessionSecret()]);
    if (signedIn === null || secret === null) return refuseFeed(401, "Sign in to watch this.");
    const { ctx } = signedIn;
    const { range, label } = readTrafficView(Object.fromEntries(new URL(request.url).searchParams));
    if ("from" in range) return refuseFeed(404, "Only a range that ends now can be followed.");
    const subject = await watchedTraffic({ ctx, input: { service } });
    const watched = {
      viewer: { kind: "member", id: ctx.actor.id ?? "" } as const,
      isAllowed: () => isStillIn(secret, ctx.workspaceId),
      subject,
      ...followTraffic(ctx.workspaceId, { service, subject, range, label }),
    };
    return watchFeed(watched, request);
  });
}
