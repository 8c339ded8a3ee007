import { gamedayService, getGameday, systemContext } from "@headroom/services";
import { env } from "../../../../../server/env.ts";
import { answerFeed, refuseFeed } from "../../../../../server/feed/refuse-feed.ts";
import { isStillIn, watchFeed } from "../../../../../server/feed/watch-feed.ts";
import { services } from "../../../../../server/services.ts";
import { findSignedIn, sessionSecret } from "../../../../../server/session.ts";

interface Props {
  params: Promise<{ id: string }>;
}

/** A gameday as its runs arrive. */
export async function GET(request: Request, { params }: Props): Promise<Response> {
  return answerFeed("Gameday not found.", async () => {
    const { id } = await params;
    const [signedIn, secret] = await Promise.all([findSignedIn(), sessionSecret()]);
    if (signedIn === null || secret === null) return refuseFeed(401, "Sign in to watch this.");
    const { ctx } = signedIn;
    const { workspaceId } = ctx;
    const subject = await gamedayService({ ctx, input: { id } });
    const read = () =>
      getGameday({
        ctx: systemContext(services(), workspaceId),
        input: { id, webUrl: env().HEADROOM_WEB_URL },
      });
    return watchFeed(
      {
        viewer: { kind: "member", id: ctx.actor.id ?? "" },
        isAllowed: () => isStillIn(secret, workspaceId),
        key: `gameday ${workspaceId} ${id}`,
        subject,
        read,
      },
      request,
    );
  });
}
