import { NextResponse } from "next/server";
import type { NextRequest } from "next/server";
import { Availability } from "./server/availability.ts";
import { awayPage } from "./server/away-page.ts";
import { env } from "./server/env.ts";
import { PATH_HEADER } from "./server/own-path.ts";
import { contentSecurityPolicy, SECRET_PATHS, securityHeaders } from "./server/security-headers.ts";
import { services } from "./server/services.ts";

const SHARED = "/share/";
const CALLS = "/api/trpc/";
/** A shared report must not be indexed, cached, or passed on in a referrer. */
const SHARED_HEADERS: Readonly<Record<string, string>> = {
  "x-robots-tag": "noindex, nofollow, noarchive",
  "referrer-policy": "no-referrer",
  "cache-control": "private, no-store",
};

/** What a link shows live. Compression on the way would hold its events back. */
const SHARED_FEED = /^\/share\/[^/]+\/feed$/;
const FEED_CACHE = "private, no-store, no-transform";

/** The preview picture of a link, as long as it may be shown after the link was revoked. */
const SHARED_PICTURE = /^\/share\/[^/]+\/picture$/;
const PICTURE_HEADERS: Readonly<Record<string, string>> = {
  "cache-control": "private, max-age=60",
  // Chats in a browser show it on their own pages.
  "cross-origin-resource-policy": "cross-origin",
};

/** An image that other sites show, through caches of their own. */
const BADGE = "/badge/";
const BADGE_HEADERS: Readonly<Record<string, string>> = {
  "x-robots-tag": "noindex",
  "cache-control": "public, max-age=300",
  "cross-origin-resource-policy": "cross-origin",
};

const PING_MILLIS = 2_000;
const database = new Availability(() => services().db.ping(PING_MILLIS));

/** Gives every page its nonce, and every response its security headers. Without the database there are no pages. */
export default async function proxy(request: NextRequest): Promise<Response> {
  const { pathname, search } = request.nextUrl;
  const own = headersOf(pathname);
  // A HEAD request, as link previews send it, learns nothing, not even whether the link works, and isn't counted.
  if (request.method === "HEAD" && pathname.startsWith(SHARED))
    return new NextResponse(null, { headers: own });
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  // Calls answer for themselves, in a form that their callers can read.
  if (!pathname.startsWith(CALLS) && (await database.isAway()))
    return withHeaders(awayPage(nonce), { ...own, "cache-control": "no-store" });
  const policy = contentSecurityPolicy({
    nonce,
    development: process.env.NODE_ENV === "development",
    ingestUrl: env().HEADROOM_INGEST_URL,
  });
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  headers.set(PATH_HEADER, `${pathname}${search}`);
  const response = NextResponse.next({ request: { headers } });
  return withHeaders(response, { ...own, "content-security-policy": policy });
}

function headersOf(pathname: string): Readonly<Record<string, string>> {
  const secret = SECRET_PATHS.some((path) => pathname.startsWith(path));
  return {
    ...securityHeaders(env().HEADROOM_WEB_URL),
    // With no referrer at all, browsers would leave out the origin of the forms on these pages, too.
    ...(secret ? { "referrer-policy": "strict-origin" } : {}),
    ...(pathname.startsWith(SHARED) ? SHARED_HEADERS : {}),
    ...(SHARED_FEED.test(pathname) ? { "cache-control": FEED_CACHE } : {}),
    ...(pathname.startsWith(BADGE) ? BADGE_HEADERS : {}),
    ...(SHARED_PICTURE.test(pathname) ? PICTURE_HEADERS : {}),
  };
}

function withHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

export const config = { matcher: ["/((?!_next/static|healthz|readyz).*)"] };
