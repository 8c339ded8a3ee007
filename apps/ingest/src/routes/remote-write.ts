import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { HeadroomError } from "@headroom/core";
import { remoteWriteSlices } from "@headroom/formats";
import type { KnownLabels, RemoteWriteResult } from "@headroom/formats";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "../plugins/authenticate.ts";
import { sentContentType } from "../plugins/read-as-sent.ts";
import { serve } from "../plugins/serve.ts";
import type { Turnstile } from "../upload/turnstile.ts";
import { acceptTraffic } from "../wire/accept-traffic.ts";
import type { AcceptedTraffic } from "../wire/accept-traffic.ts";
import { readSnappyBody } from "../wire/read-wire-body.ts";
import { wireTarget } from "../wire/wire-target.ts";
import { inPlace, refusePoints } from "../wire/wire-routes.ts";

/** What Prometheus and its relatives write, at the path that their documentation uses. */
export function remoteWriteRoutes(
  app: FastifyInstance,
  deps: Deps,
  { places, known }: { places: Turnstile; known: KnownLabels },
): void {
  serve(app, "POST /api/v1/write", async (request, reply) => {
    const { result, refused } = await inPlace(places, request, () => write(request, deps, known));
    if (versionOf(request) === "2.0") sayWritten(reply, result);
    refusePoints(refused);
  });
}

async function write(
  request: FastifyRequest,
  deps: Deps,
  known: KnownLabels,
): Promise<AcceptedTraffic<RemoteWriteResult>> {
  const ctx = contextOfRequest(request);
  const version = versionOf(request);
  const target = wireTarget(request);
  const body = await readSnappyBody(request, deps.bodyLimits);
  return acceptTraffic(ctx, deps, {
    body,
    query: request.url,
    target,
    serviceTags: ["service_name", "job"],
    decode: (bytes, sink) => remoteWriteSlices(bytes, { version, known }, sink),
  });
}

/** By the content type. Clients of 1.0 may send none. */
function versionOf(request: FastifyRequest): "1.0" | "2.0" {
  const type = sentContentType(request);
  const [media = "", ...parameters] = type.split(";").map((part) => part.trim());
  const proto = parameters.find((parameter) => parameter.startsWith("proto="))?.slice(6) ?? PROTO_1;
  if (media !== "" && media !== "application/x-protobuf") throw unsupported(media);
  if (proto === PROTO_1) return "1.0";
  if (proto === PROTO_2) return "2.0";
  throw unsupported(proto);
}

const PROTO_1 = "prometheus.writerequest";
const PROTO_2 = "io.prometheus.write.v2.request";

function unsupported(what: string): HeadroomError {
  return new HeadroomError("encoding-unsupported", `Remote write can't be sent as ${what.slice(0, 100)}.`, {
    field: "Content-Type",
    hint: "Use application/x-protobuf, with proto=prometheus.WriteRequest or proto=io.prometheus.write.v2.Request.",
  });
}

/** A sender of 2.0 takes the absence of these for a receiver that understands only 1.0, which has none of them. */
function sayWritten(reply: FastifyReply, { samples, histograms, exemplars }: RemoteWriteResult): void {
  reply.header("X-Prometheus-Remote-Write-Samples-Written", String(samples));
  reply.header("X-Prometheus-Remote-Write-Histograms-Written", String(histograms));
  reply.header("X-Prometheus-Remote-Write-Exemplars-Written", String(exemplars));
}
