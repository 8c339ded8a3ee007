import "server-only";
import { cookies } from "next/headers";
import { HOUR_MILLIS, isHeadroomError } from "@headroom/core";
import { asGuestsSee, openShare, sharedPeakDay } from "@headroom/services";
import { peakDayKey, peakDayRead } from "../../server/feed/peak-day-read.ts";
import { answerFeed, refuseFeed } from "../../server/feed/refuse-feed.ts";
import { watchFeed } from "../../server/feed/watch-feed.ts";
import { secret as signingSecret } from "../../server/secret.ts";
import { services } from "../../server/services.ts";
import { env } from "../../server/env.ts";
import { SHARE_COOKIE, shareCookie } from "./share-cookie.ts";

/** Well before a proof expires, so that a guest with an open page doesn't have to enter the passphrase again at night. */
const RENEW_MILLIS = 6 * HOUR_MILLIS;

/** A link's peak day as it happens. Everything that has no such feed gets the same answer. */
export async function watchShared(secret: string, request: Request): Promise<Response> {
  const proof = (await cookies()).get(SHARE_COOKIE)?.value ?? null;
  const open = (given: string | null) => {
    const input = { secret, proof: given, signingSecret: signingSecret(), counted: false };
    return openShare({ services: services(), input });
  };
  return answerFeed(INVALID, async () => {
    const shared = await open(proof);
    if (shared.state === "locked" || shared.subject.kind !== "peak-day") return notValid();
    const { renewed } = shared;
    const { workspaceId, actor } = shared.ctx;
    const { id, serviceId } = await sharedPeakDay({ ctx: shared.ctx });
    const watched = {
      viewer: { kind: "link", id: actor.id } as const,
      isAllowed: () => isStillOpen(() => open(renewed?.proof ?? null)),
      lastsMillis: renewed === null ? null : RENEW_MILLIS,
      key: peakDayKey(workspaceId, id),
      subject: serviceId,
      read: peakDayRead(workspaceId, id),
      show: asGuestsSee,
    };
    const response = watchFeed(watched, request);
    if (renewed !== null) {
      const path = `/share/${encodeURIComponent(secret)}`;
      response.headers.append(
        "set-cookie",
        shareCookie({ ...renewed, path, webUrl: env().HEADROOM_WEB_URL }),
      );
    }
    return response;
  });
}

const INVALID = "This link is invalid or no longer works.";

/** If the database is away, nobody is sent away: nothing new can be read either. */
async function isStillOpen(open: () => Promise<{ state: "locked" | "open" }>): Promise<boolean> {
  try {
    return (await open()).state === "open";
  } catch (error) {
    return !isHeadroomError(error, "not-found");
  }
}

function notValid(): Response {
  return refuseFeed(404, INVALID);
}
