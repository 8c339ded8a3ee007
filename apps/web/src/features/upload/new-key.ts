/** 128 random bits; `crypto.randomUUID` is kept from pages without TLS, which a machine of one's own has. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
