interface PolicyInput {
  nonce: string;
  development: boolean;
  /** Where the upload page sends files. */
  ingestUrl: string;
}

/**
 * Scripts run by nonce only. Styles come from files; `style` attributes are allowed because positions of figures
 * (rails, crosshair) are computed, and no attribute can load anything while the other sources are our own.
 */
export function contentSecurityPolicy({ nonce, development, ingestUrl }: PolicyInput): string {
  const policy: Record<string, readonly string[]> = {
    "default-src": ["'self'"],
    "script-src": [
      "'self'",
      `'nonce-${nonce}'`,
      "'strict-dynamic'",
      ...(development ? ["'unsafe-eval'"] : []),
    ],
    "style-src": ["'self'", ...(development ? ["'unsafe-inline'"] : [])],
    "style-src-attr": ["'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'", new URL(ingestUrl).origin],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  };
  return Object.entries(policy)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}

/** On every response. The pages of `SECRET_PATHS` tell nobody their path instead. */
export function securityHeaders(webUrl: string): Readonly<Record<string, string>> {
  return webUrl.startsWith("https:") ? { ...PLAIN_HEADERS, ...ENCRYPTED_ONLY } : PLAIN_HEADERS;
}

/** Only for this host: its subdomains may be someone else's. */
const ENCRYPTED_ONLY = { "strict-transport-security": "max-age=31536000" };

const PLAIN_HEADERS: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
};

/** Pages whose addresses contain secrets, which no other site may learn. */
export const SECRET_PATHS: readonly string[] = [
  "/sign-in",
  "/reset",
  "/invitations",
  "/email",
  "/share/",
  "/weekly-mail/",
];
