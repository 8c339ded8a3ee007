/** Enough for the largest form of a member. */
export const MEMBER_BODY_BYTES = 256 * 1024;
/** Enough for any form that works without signing in. */
export const OPEN_BODY_BYTES = 16 * 1024;

/** The request with its body read; null if the body is larger than `maxBytes`, of which no more is kept. */
export async function withBodyWithin(request: Request, maxBytes: number): Promise<Request | null> {
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return null;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return null;
    chunks.push(chunk);
  }
  const { url, method, headers, signal } = request;
  return new Request(url, { method, headers, signal, body: await new Blob(chunks).text() });
}
