/** 128 random bits; `crypto.randomUUID` does not exist on pages without TLS, such as a self-hosted server's. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
