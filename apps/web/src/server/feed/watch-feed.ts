import "server-only";
import { isHeadroomError } from "@headroom/core";
import { checkSession, type Context, enterWorkspace, listenForChanges } from "@headroom/services";
import { services } from "../services.ts";
import { feedStream } from "./feed-stream.ts";
import { Feeds } from "./feeds.ts";

const ALLOWED_EVERY_MILLIS = 60_000;

const stopping = new AbortController();
let feeds: Feeds | undefined;

/** One per process, with one connection that listens; opened by the first page that watches. */
function openFeeds(): Feeds {
  if (feeds !== undefined) return feeds;
  const opened = new Feeds();
  const listening = listenForChanges(services(), {
    heard: (id) => opened.changed(id),
    missed: () => opened.allChanged(),
  });
  // Otherwise the process would wait for the streams until it is killed.
  for (const signal of ["SIGTERM", "SIGINT"] as const)
    process.once(signal, () => {
      stopping.abort();
      void listening.close();
    });
  feeds = opened;
  return opened;
}

export interface Watched {
  ctx: Context;
  /** Of the session. */
  secret: string;
  /** What it is, with its workspace. */
  key: string;
  /** The service or run whose changes are its changes. */
  subject: string;
  /** The same for everybody who may see it. */
  read: () => Promise<object>;
}

/** A view as server-sent events, for as long as the person may see it. */
export function watchFeed({ ctx, secret, key, subject, read }: Watched, request: Request): Response {
  const all = openFeeds();
  const viewer = ctx.actor.id ?? "";
  const room = all.hasRoom(viewer);
  if (room !== "yes") return noRoom(room);
  const ticket = { viewer, key };
  const stream = feedStream({
    topic: all.open(ticket, subject, read),
    lastEventId: request.headers.get("last-event-id"),
    access: { isAllowed: () => isStillIn(secret, ctx.workspaceId), everyMillis: ALLOWED_EVERY_MILLIS },
    stopping: stopping.signal,
    ended: () => all.close(ticket),
  });
  return new Response(stream, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      // Compression would hold events back until it has enough of them.
      "cache-control": "private, no-store, no-transform",
      "x-accel-buffering": "no",
    },
  });
}

function noRoom(room: "viewer-full" | "full"): Response {
  const message =
    room === "full"
      ? "Too many pages are being watched. Try again later."
      : "You have too many of these pages open. Close some of them.";
  return Response.json(
    { message },
    { status: room === "full" ? 503 : 429, headers: { "retry-after": "30" } },
  );
}

/** If the database is away, nobody is sent away: nothing new can be read either. */
async function isStillIn(secret: string, workspaceId: string): Promise<boolean> {
  try {
    const session = await checkSession({ services: services(), input: { secret } });
    return enterWorkspace(services(), session).workspaceId === workspaceId;
  } catch (error) {
    return !isHeadroomError(error, "unauthenticated") && !isHeadroomError(error, "not-found");
  }
}
