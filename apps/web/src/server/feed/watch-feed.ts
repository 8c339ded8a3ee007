import "server-only";
import { isHeadroomError, MINUTE_MILLIS } from "@headroom/core";
import { checkSession, enterWorkspace, listenForChanges } from "@headroom/services";
import { services } from "../services.ts";
import { FeedFace } from "./feed-face.ts";
import { feedStream } from "./feed-stream.ts";
import type { FeedTiming, FeedTopic } from "./feed-topic.ts";
import { Feeds } from "./feeds.ts";
import type { FeedViewer } from "./feeds.ts";

const ALLOWED_EVERY_MILLIS = MINUTE_MILLIS;

const stopping = new AbortController();
let feeds: Feeds | undefined;

/** One per process, with one connection that listens; opened by the first page that watches. */
function openFeeds(): Feeds {
  if (feeds !== undefined) return feeds;
  const opened = new Feeds();
  const listening = listenForChanges(services(), {
    heard: (id) => opened.heard(id),
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

export interface Watched<View extends object> {
  viewer: FeedViewer;
  /** Asked as soon as a notice says that it may have changed, and every minute in case one was missed. */
  isAllowed: () => Promise<boolean>;
  /** After this time the stream ends, and the client connects again; null: never. */
  lastsMillis?: number | null;
  /** What it is, with its workspace. */
  key: string;
  /** The service or run whose changes are its changes. */
  subject: string;
  /** The same for everybody who may see it. */
  read: () => Promise<View>;
  /** How often it is read; without it, up to every 0.6 seconds. */
  timing?: FeedTiming;
  /** For those who may not see all of it; the same function for everybody with that key. */
  show?: (view: View) => object;
}

/** What guests are sent of a topic. */
const faces = new WeakMap<FeedTopic<object>, FeedFace<object>>();

/** A view as server-sent events, for as long as the viewer may see it. */
export function watchFeed<View extends object>(watched: Watched<View>, request: Request): Response {
  const { viewer, isAllowed, lastsMillis = null, key, subject, read, timing, show } = watched;
  const all = openFeeds();
  const room = all.hasRoom(viewer);
  if (room !== "yes") return noRoom(room);
  const ticket = { viewer, key };
  const topic = all.open(ticket, { subject, read, timing });
  const stream = feedStream({
    topic: show === undefined ? topic : faceOf(topic, show as (view: object) => object),
    lastEventId: request.headers.get("last-event-id"),
    access: { isAllowed, everyMillis: ALLOWED_EVERY_MILLIS },
    doubt: (listener) => all.whenInDoubt(viewer, listener),
    lastsMillis,
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
      : "Too many of these pages are open. Close some of them.";
  return Response.json(
    { message },
    { status: room === "full" ? 503 : 429, headers: { "retry-after": "30" } },
  );
}

function faceOf(topic: FeedTopic<object>, show: (view: object) => object): FeedFace<object> {
  const known = faces.get(topic);
  if (known !== undefined) return known;
  const face = new FeedFace(topic, show);
  faces.set(topic, face);
  return face;
}

/** If the database is away, nobody is sent away: nothing new can be read either. */
export async function isStillIn(secret: string, workspaceId: string): Promise<boolean> {
  try {
    const session = await checkSession({ services: services(), input: { secret } });
    return enterWorkspace(services(), session).workspaceId === workspaceId;
  } catch (error) {
    return !isHeadroomError(error, "unauthenticated") && !isHeadroomError(error, "not-found");
  }
}
