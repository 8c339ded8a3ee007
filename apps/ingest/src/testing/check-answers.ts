import type { FastifyInstance, FastifyReply } from "fastify";
import { PROBLEM_MEDIA_TYPE, problem } from "@headroom/contract";
import { problemsOf } from "@headroom/contract/api";
import type { Route } from "@headroom/contract/api";

/** Compares every answer with what the contract says about its route, and collects what differs. */
export function checkAnswers(app: FastifyInstance): readonly string[] {
  const differences: string[] = [];
  app.addHook("onSend", async (request, reply, payload) => {
    const { config, url = "", method } = request.routeOptions;
    // The path may fit a route that doesn't have this method.
    if (config.contract === undefined || request.method === "HEAD" || reply.statusCode === 405)
      return payload;
    const difference = differenceFrom(config.contract, url, reply, payload);
    if (difference !== null)
      differences.push(`${String(method)} ${url} answered ${reply.statusCode}: ${difference}`);
    return payload;
  });
  return differences;
}

function differenceFrom(route: Route, url: string, reply: FastifyReply, payload: unknown): string | null {
  const type = mediaTypeOf(reply);
  const answer = route.answers[reply.statusCode];
  if (answer === undefined) return refusalDifference(route, url, type, payload);
  if (answer.kind === "nothing") return payload === undefined || payload === "" ? null : "it has a body";
  if (answer.kind === "bytes") return answer.types.includes(type) ? null : `it is ${type}`;
  const read = answer.schema.safeParse(JSON.parse(String(payload)));
  return read.success ? null : read.error.message;
}

function refusalDifference(route: Route, url: string, type: string, payload: unknown): string | null {
  if (route.failureTypes?.includes(type) === true) return null;
  if (type !== PROBLEM_MEDIA_TYPE) return `it is ${type}`;
  const read = problem.safeParse(JSON.parse(String(payload)));
  if (!read.success) return read.error.message;
  const { code } = read.data;
  return problemsOf(route, url.replaceAll(/:(\w+)/g, "{$1}")).includes(code)
    ? null
    : `the contract doesn't list ${code}`;
}

function mediaTypeOf(reply: FastifyReply): string {
  return String(reply.getHeader("content-type") ?? "").split(";", 1)[0] ?? "";
}
