import type { FastifyReply, FastifyRequest } from "fastify";
import { HeadroomError, isHeadroomError } from "@headroom/core";
import { PROBLEM_MEDIA_TYPE, PROBLEM_KINDS } from "@headroom/contract";
import type { Problem } from "@headroom/contract";

/** What is sent of a problem; a protocol can demand another status than ours. */
interface WrittenProblem {
  type: string;
  body: Buffer;
  status: number;
}

/** Answers any error as problem+json. Unexpected errors are logged in full and shown as "internal". */
export function answerProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  write: (problem: Problem) => WrittenProblem = asProblem,
): FastifyReply {
  const known = asHeadroomError(error);
  const { status, ...usual } = PROBLEM_KINDS[known.code];
  const retryAfterSeconds = known.retryAfterSeconds ?? usual.retryAfterSeconds;
  if (status === 503 || status === 507)
    request.log.warn({ code: known.code, reason: known.message }, "request postponed");
  else if (status >= 500) request.log.error({ err: error, code: known.code }, "request failed");
  else request.log.info({ code: known.code, reason: known.message }, "request refused");
  if (retryAfterSeconds !== null) reply.header("Retry-After", String(retryAfterSeconds));
  if (status === 401) reply.header("WWW-Authenticate", 'Bearer realm="headroom"');
  const changes = request.method !== "GET" && request.method !== "HEAD";
  const written = write(problemOf(known, request.id, changes));
  return reply.code(written.status).header("Content-Type", written.type).send(written.body);
}

/** Sent as bytes: Fastify would append a charset, which problem+json doesn't have. */
function asProblem(problem: Problem): WrittenProblem {
  return { type: PROBLEM_MEDIA_TYPE, body: Buffer.from(JSON.stringify(problem)), status: problem.status };
}

/** The database may have stored the change and not been able to say so. */
const REPEAT =
  "Try again in a few seconds with the same Idempotency-Key. Then it counts once, even if it was already stored.";

/** The error as the client sees it; `changes`: of a request that isn't only a read. */
export function problemOf(error: HeadroomError, requestId: string, changes = false): Problem {
  const hint = changes && error.code === "unavailable" ? REPEAT : error.hint;
  const { status, title } = PROBLEM_KINDS[error.code];
  return {
    type: `urn:headroom:problem:${error.code}`,
    title,
    status,
    code: error.code,
    detail: error.message,
    instance: `urn:headroom:request:${requestId}`,
    ...(hint === null ? {} : { hint }),
    ...(error.field === null ? {} : { field: error.field }),
    ...(error.line === null ? {} : { line: error.line }),
    ...(error.byte === null ? {} : { byte: error.byte }),
    ...(error.formats.length === 0 ? {} : { formats: [...error.formats] }),
  };
}

function asHeadroomError(error: unknown): HeadroomError {
  if (isHeadroomError(error)) return error;
  return (
    fromFramework(error) ??
    new HeadroomError("internal", "Something went wrong on our side.", {
      cause: error,
      hint: "Try again. If it happens again, look up the request id from `instance` in the server log.",
    })
  );
}

/** What Fastify refuses itself, before a route is reached. */
function fromFramework(error: unknown): HeadroomError | null {
  if (!(error instanceof Error) || !("statusCode" in error) || typeof error.statusCode !== "number")
    return null;
  if (error.statusCode === 413) return new HeadroomError("body-too-large", error.message, { cause: error });
  if (error.statusCode >= 400 && error.statusCode < 500) {
    return new HeadroomError("parameter-unreadable", error.message, { cause: error });
  }
  return null;
}
