import { NextResponse } from "next/server";
import type { NextRequest } from "next/server";
import { env } from "./server/env.ts";
import { SECURITY_HEADERS, contentSecurityPolicy } from "./server/security-headers.ts";

/** Gives every page its nonce, and every answer the headers that fence it in. */
export default function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const policy = contentSecurityPolicy({
    nonce,
    development: process.env.NODE_ENV === "development",
    ingestUrl: env().HEADROOM_INGEST_URL,
  });
  const headers = new Headers(request.headers);
  headers.set("content-security-policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.headers.set(name, value);
  if (request.nextUrl.pathname.startsWith("/sign-in")) response.headers.set("referrer-policy", "no-referrer");
  return response;
}

export const config = { matcher: ["/((?!_next/static|healthz|readyz).*)"] };
