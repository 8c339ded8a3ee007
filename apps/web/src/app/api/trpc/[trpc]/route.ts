import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { appRouter } from "../../../../server/app-router.ts";
import { env, trustedProxiesOf } from "../../../../server/env.ts";
import { logFailure } from "../../../../server/log-failure.ts";
import { isOwnOrigin } from "../../../../server/origin.ts";
import { findSession, findSignedIn } from "../../../../server/session.ts";
import { visitorOf } from "../../../../server/visitor.ts";

function handle(request: Request): Promise<Response> {
  const requestId = crypto.randomUUID();
  return fetchRequestHandler({
    endpoint: "/api/trpc",
    req: request,
    router: appRouter,
    createContext: async ({ resHeaders }) => ({
      ctx: (await findSignedIn())?.ctx ?? null,
      http: {
        visitor: visitorOf(request.headers, trustedProxiesOf(env())),
        session: await findSession(),
        answerHeaders: resHeaders,
        requestId,
      },
    }),
    onError: ({ error, path }) => logFailure({ error, path, requestId }),
    responseMeta: () => ({ headers: { "cache-control": "private, no-store" } }),
  });
}

export { handle as GET };

/** Mutations arrive by POST, and only from our own pages. */
export function POST(request: Request): Response | Promise<Response> {
  if (!isOwnOrigin(request.headers, env().HEADROOM_WEB_URL)) {
    return Response.json({ message: "This request must come from a page of this site." }, { status: 403 });
  }
  return handle(request);
}
