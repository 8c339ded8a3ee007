import { fetchRequestHandler } from "@trpc/server/adapters/fetch";
import { appRouter } from "../../../../server/app-router.ts";
import { withBodyWithin } from "../../../../server/body-limit.ts";
import { maxBodyBytesOf } from "../../../../server/call-limit.ts";
import { env, trustedProxiesOf } from "../../../../server/env.ts";
import { REQUEST_ID } from "../../../../server/log-requests.ts";
import { logFailure } from "../../../../server/log-failure.ts";
import { isOwnOrigin } from "../../../../server/origin.ts";
import { findSession, findSignedIn } from "../../../../server/session.ts";
import { retryAfter } from "../../../../server/retry-after.ts";
import { asTrpcError } from "../../../../server/trpc.ts";
import { MOST_CALLS } from "../../../../trpc/most-calls.ts";
import { visitorOf } from "../../../../server/visitor.ts";

const endpoint = "/api/trpc";
function handle(request: Request): Promise<Response> {
  const requestId = request.headers.get(REQUEST_ID) ?? crypto.randomUUID();
  return fetchRequestHandler({
    endpoint,
    req: request,
    router: appRouter,
    // A query with a long input comes by POST, too.
    allowMethodOverride: true,
    maxBatchSize: MOST_CALLS,
    createContext: async ({ resHeaders }) => {
      try {
        return {
          ctx: (await findSignedIn())?.ctx ?? null,
          http: {
            visitor: visitorOf(request.headers, trustedProxiesOf(env())),
            session: await findSession(),
            answerHeaders: resHeaders,
            requestId,
          },
        };
      } catch (error) {
        throw asTrpcError(error);
      }
    },
    onError: ({ error, path }) => logFailure({ error, path, requestId }),
    responseMeta: ({ errors }) => ({
      headers: {
        "cache-control": "private, no-store",
        ...retryAfter(errors),
      },
    }),
  });
}

export { handle as GET };

/** Mutations and queries with a long input arrive by POST, and only from our own pages. */
export async function POST(request: Request): Promise<Response> {
  if (!isOwnOrigin(request.headers, env().HEADROOM_WEB_URL))
    return refusal(403, "This request must come from a page of this site.");
  const maxBytes = maxBodyBytesOf(appRouter, new URL(request.url).pathname.slice(endpoint.length + 1));
  const read = await withBodyWithin(request, maxBytes);
  return read === null ? refusal(413, `This request is larger than ${maxBytes} bytes.`) : handle(read);
}

function refusal(status: number, message: string): Response {
  return Response.json({ message }, { status });
}
