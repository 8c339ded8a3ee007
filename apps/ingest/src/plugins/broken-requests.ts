import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { HeadroomError } from "@headroom/core";
import { PROBLEM_MEDIA_TYPE } from "@headroom/contract";
import { answerProblem, problemOf } from "../problem.ts";

/** The headers of every response. */
export function markAnswer(request: FastifyRequest, reply: FastifyReply): void {
  reply.header("Request-Id", request.id);
  reply.header("Cache-Control", "no-store");
}

/** What Node refuses with an answer of its own, before any hook sees it. */
export function answerOddRequests(app: FastifyInstance): void {
  // A server may ignore expectations that it doesn't know.
  app.server.on("checkExpectation", (request, response) => app.server.emit("request", request, response));
  app.addHook("onRequest", async ({ raw, headers }) => {
    if (raw.httpVersion !== "1.1" || headers.host !== undefined) return;
    throw new HeadroomError("parameter-missing", "The Host header is missing.", {
      field: "Host",
      hint: "HTTP/1.1 requires it: Host: <name of the server>.",
    });
  });
}

/** Answers a URL that can't be parsed: no route or hook ever sees it. */
export function answerBadAddress(cause: Error, request: FastifyRequest, reply: FastifyReply): void {
  markAnswer(request, reply);
  // The framework's message repeats the whole URL, which would be logged.
  const error = new HeadroomError("parameter-unreadable", "The path of the URL cannot be decoded.", {
    cause,
  });
  answerProblem(error, request, reply);
}

/** Answers what Node's HTTP parser refuses: there is no request yet, only a socket. */
export function answerBrokenRequest(
  error: Error & { code: string },
  socket: Socket,
  log: FastifyBaseLogger,
): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const reqId = randomUUID();
  const refusal = refusalOf(error.code);
  log.info({ reqId, code: refusal.code, reason: error.message }, "request refused");
  if (socket.writable) socket.write(brokenAnswer(refusal, reqId));
  socket.destroy(error);
}

function refusalOf(code: string): HeadroomError {
  if (code === "HPE_HEADER_OVERFLOW") {
    return new HeadroomError("headers-too-large", "The URL and headers are larger than 16 KiB.", {
      hint: "Send the file in the body, and shorten the parameters in the URL.",
    });
  }
  const reason =
    code === "ERR_HTTP_REQUEST_TIMEOUT"
      ? "The headers took too long to arrive."
      : "The request is not valid HTTP.";
  return new HeadroomError("parameter-unreadable", reason, {
    hint: "Headers may contain only printable characters.",
  });
}

function brokenAnswer(error: HeadroomError, requestId: string): string {
  const problem = problemOf(error, requestId);
  const body = JSON.stringify(problem);
  return [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status] ?? ""}`,
    `Content-Type: ${PROBLEM_MEDIA_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `Request-Id: ${requestId}`,
    "Cache-Control: no-store",
    "Connection: close",
    "",
    body,
  ].join("\r\n");
}
