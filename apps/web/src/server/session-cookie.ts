export const SESSION_COOKIE = "headroom_session";

interface CookieInput {
  secret: string;
  expiresAt: Date;
  webUrl: string;
}

/** Hidden from scripts, sent only to this site, and only over TLS where there is TLS. */
export function sessionCookie({ secret, expiresAt, webUrl }: CookieInput): string {
  const parts = [
    `${SESSION_COOKIE}=${secret}`,
    "Path=/",
    "HttpOnly",
    "SameSite=Lax",
    `Expires=${expiresAt.toUTCString()}`,
  ];
  if (webUrl.startsWith("https:")) parts.push("Secure");
  return parts.join("; ");
}

export function clearedSessionCookie(webUrl: string): string {
  return sessionCookie({ secret: "", expiresAt: new Date(0), webUrl });
}
