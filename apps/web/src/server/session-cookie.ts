/**
 * A browser sends a host's cookies to all of its ports. With the port in the name, two instances on one machine don't sign each
 * other out.
 */
export function sessionCookieName(webUrl: string): string {
  const { port } = new URL(webUrl);
  return port === "" ? "headroom_session" : `headroom_session_${port}`;
}

interface CookieInput {
  secret: string;
  expiresAt: Date;
  webUrl: string;
}

/** Hidden from scripts, sent only to this site, and only over TLS where there is TLS. */
export function sessionCookie({ secret, expiresAt, webUrl }: CookieInput): string {
  const parts = [
    `${sessionCookieName(webUrl)}=${secret}`,
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
