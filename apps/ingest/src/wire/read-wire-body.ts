import { decodeSnappy } from "@headroom/formats";
import type { FastifyRequest } from "fastify";
import { HeadroomError } from "@headroom/core";
import { decodeBody } from "../body/decode.ts";
import { BodyMeter } from "../body/limits.ts";
import { openBody } from "../body/open-body.ts";
import { receive } from "../body/receive.ts";
import type { Deps } from "../deps.ts";

/** What a body of metrics may take, decoded: it is held in memory. */
const MAX_BYTES = 32 * 1024 * 1024;

type Limits = Deps["bodyLimits"];

/** A body in one of HTTP's own encodings. */
export async function readWireBody(request: FastifyRequest, limits: Limits): Promise<Buffer> {
  const body = await openBody(request, limits);
  const { chunks } = decodeBody(body, within(limits));
  return collect(chunks);
}

/** A body in Snappy's block format, as remote write sends it. */
export async function readSnappyBody(request: FastifyRequest, limits: Limits): Promise<Uint8Array> {
  const body = await openBody(request, limits);
  const encoding = body.contentEncoding?.trim().toLowerCase();
  if (encoding !== undefined && encoding !== "snappy") {
    throw new HeadroomError("encoding-unsupported", "Remote write bodies are encoded with Snappy.", {
      field: "Content-Encoding",
      hint: "Send Content-Encoding: snappy.",
    });
  }
  const narrow = within(limits);
  const packed = await collect(receive(body.stream, new BodyMeter(narrow), narrow));
  return decodeSnappy(packed, MAX_BYTES);
}

function within(limits: Limits): Limits {
  const most = Math.min(MAX_BYTES, limits.bodyBytes);
  return { ...limits, bodyBytes: most, decodedBytes: MAX_BYTES, stalled: again };
}

/** A slow network doesn't stay slow, and clients of these protocols drop what got any other status. */
function again(cause: HeadroomError): HeadroomError {
  return new HeadroomError("not-ready", cause.message, { cause, hint: "Send the request again." });
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const received: Uint8Array[] = [];
  for await (const chunk of chunks) received.push(chunk);
  return Buffer.concat(received);
}
