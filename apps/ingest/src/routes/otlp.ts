import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { HeadroomError } from "@headroom/core";
import { otlpAnswer, otlpFailure, otlpSlices } from "@headroom/formats";
import type { OtlpEncoding } from "@headroom/formats";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "../plugins/authenticate.ts";
import { sentContentType } from "../plugins/read-as-sent.ts";
import { serve } from "../plugins/serve.ts";
import { answerProblem } from "../problem.ts";
import type { Turnstile } from "../upload/turnstile.ts";
import { acceptTraffic } from "../wire/accept-traffic.ts";
import { readWireBody } from "../wire/read-wire-body.ts";
import { wireTarget } from "../wire/wire-target.ts";
import { inPlace } from "../wire/wire-routes.ts";

const MEDIA_TYPES: Record<OtlpEncoding, string> = {
  protobuf: "application/x-protobuf",
  json: "application/json",
};

/** What OpenTelemetry's SDKs and collectors export over HTTP. */
export function otlpRoutes(app: FastifyInstance, deps: Deps, places: Turnstile): void {
  serve(
    app,
    "POST /v1/metrics",
    async (request, reply) => {
      const encoding = encodingOf(request);
      const { refused } = await inPlace(places, request, () => write(request, deps, encoding));
      const reason = refused.reasons.join("; ");
      const answer = otlpAnswer(refused.count, reason, encoding);
      reply.header("Content-Type", MEDIA_TYPES[encoding]);
      return Buffer.from(answer);
    },
    { errorHandler: answerFailure },
  );
}

async function write(request: FastifyRequest, deps: Deps, encoding: OtlpEncoding) {
  const ctx = contextOfRequest(request);
  const target = wireTarget(request);
  const body = await readWireBody(request, deps.bodyLimits);
  return acceptTraffic(ctx, deps, {
    body,
    query: request.url,
    target,
    serviceTags: ["service.name"],
    decode: (bytes, sink, resource) => otlpSlices(bytes, { encoding, resource }, sink),
  });
}

function encodingOf(request: FastifyRequest): OtlpEncoding {
  const media = sentContentType(request).split(";", 1)[0]?.trim();
  if (media === "application/x-protobuf") return "protobuf";
  if (media === "application/json") return "json";
  throw new HeadroomError("encoding-unsupported", "The Content-Type isn't one of OTLP's.", {
    field: "Content-Type",
    hint: "Use application/x-protobuf or application/json.",
  });
}

/** Exporters try again only after 429, 502, 503 and 504, as OTLP says, and drop what gets another status. */
const RETRIED_AS: Readonly<Record<number, number>> = { 507: 503 };

/** A failure is a status in the encoding of the request; the problem's headers stay. */
function answerFailure(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const media = sentContentType(request).split(";", 1)[0]?.trim();
  const encoding = (Object.keys(MEDIA_TYPES) as OtlpEncoding[]).find((one) => MEDIA_TYPES[one] === media);
  if (encoding === undefined) answerProblem(error, request, reply);
  else {
    answerProblem(error, request, reply, ({ detail, hint, status }) => ({
      type: MEDIA_TYPES[encoding],
      body: Buffer.from(otlpFailure(hint === undefined ? detail : `${detail} ${hint}`, encoding)),
      status: RETRIED_AS[status] ?? status,
    }));
  }
}
