export const SHARE_COOKIE = "headroom_share";

interface ShareCookieInput {
  /** The link's path: the cookie is sent to no other. */
  path: string;
  proof: string;
  expiresAt: Date;
  webUrl: string;
}

/** Proves that the passphrase of one link was entered. Scripts cannot read it, and it is sent to that link only. */
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
