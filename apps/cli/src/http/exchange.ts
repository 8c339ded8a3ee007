import { request as overHttp } from "node:http";
import type { IncomingMessage, RequestOptions } from "node:http";
import { request as overHttps } from "node:https";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export interface Exchange {
  method: "GET" | "POST" | "PUT" | "DELETE";
  url: string;
  headers: Record<string, string>;
  /** Bytes in memory, or a stream of any length. */
  body: Uint8Array | Readable | null;
}

export interface Answered {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
}

/**
 * One request. Not `fetch`, which gives up on a response that takes more than five minutes: a large upload is parsed and
 * judged before the response. A response that arrives before the body has ended is a refusal, and ends the sending.
 */
export async function exchange({ method, url, headers, body }: Exchange): Promise<Answered> {
  const options: RequestOptions = { method, headers };
  const request = url.startsWith("https:") ? overHttps(url, options) : overHttp(url, options);
  const answered = new Promise<Answered>((resolve, reject) => {
    request.on("error", reject);
    request.on("response", (response) => {
      textOf(response).then(
        (text) => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        reject,
      );
    });
  });
  if (body === null || body instanceof Uint8Array) {
    request.end(body ?? undefined);
    return answered;
  }
  const sent = pipeline(body, request);
  // The first failure gives the reason; a refusal is worth more than the broken pipe that follows it.
  sent.catch(() => undefined);
  return Promise.race([
    answered,
    sent.then(
      () => answered,
      (error: unknown) => afterBreak(answered, error),
    ),
  ]);
}

/** What the server said before it closed the connection, if anything. */
async function afterBreak(answered: Promise<Answered>, error: unknown): Promise<Answered> {
  try {
    return await answered;
  } catch {
    throw error;
  }
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: string[] = await response.setEncoding("utf8").toArray();
  return chunks.join("");
}
