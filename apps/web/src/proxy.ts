import { NextResponse } from "next/server";
import type { NextRequest } from "next/server";
import { env } from "./server/env.ts";
import { PATH_HEADER } from "./server/own-path.ts";
import { SECRET_PATHS, SECURITY_HEADERS, contentSecurityPolicy } from "./server/security-headers.ts";

const SHARED = "/share/";
/** A shared report must not be indexed, cached, or passed on in a referrer. */
const SHARED_HEADERS: Readonly<Record<string, string>> = {
  "x-robots-tag": "noindex, nofollow, noarchive",
  "referrer-policy": "no-referrer",
  "cache-control": "private, no-store",
};

/** Gives every page its nonce, and every response its security headers. */
export default function proxy(request: NextRequest): NextResponse {
  // A HEAD request, as link previews send it, learns nothing, not even whether the link works, and isn't counted.
  if (request.method === "HEAD" && request.nextUrl.pathname.startsWith(SHARED))
    return new NextResponse(null, { headers: { ...SECURITY_HEADERS, ...SHARED_HEADERS } });
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const policy = contentSecurityPolicy({
    nonce,
    development: process.env.NODE_ENV === "development",
    ingestUrl: env().HEADROOM_INGEST_URL,
  });
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  headers.set(PATH_HEADER, `${request.nextUrl.pathname}${request.nextUrl.search}`);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.headers.set(name, value);
  if (SECRET_PATHS.some((path) => request.nextUrl.pathname.startsWith(path)))
    response.headers.set("referrer-policy", "no-referrer");
  if (request.nextUrl.pathname.startsWith(SHARED))
    for (const [name, value] of Object.entries(SHARED_HEADERS)) response.headers.set(name, value);
  return response;
}

export const config = { matcher: ["/((?!_next/static|healthz|readyz).*)"] };
