export const SHARE_COOKIE = "headroom_share";

interface ShareCookieInput {
  /** Of the link: no other address gets to see the cookie. */
  path: string;
  proof: string;
  expiresAt: Date;
  webUrl: string;
}

/** Says that the passphrase of one link was given: out of reach of scripts, and sent to that link alone. */
export function shareCookie({ path, proof, expiresAt, webUrl }: ShareCookieInput): string {
  const parts = [
    `${SHARE_COOKIE}=${proof}`,
    `Path=${path}`,
    "HttpOnly",
    "SameSite=Strict",
    `Expires=${expiresAt.toUTCString()}`,
  ];
  if (webUrl.startsWith("https:")) parts.push("Secure");
  return parts.join("; ");
}
