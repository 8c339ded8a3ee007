import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import type { z } from "zod";
import { routeNamed, splitName } from "@headroom/contract/api";
import type { Route, RouteName, ROUTES } from "@headroom/contract/api";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What the contract says about the route. */
    contract?: Route;
  }
}

/** The parameters in the path: `id` of "GET /v1/runs/{id}". */
type InPath<Name extends string> = Name extends `${string}{${infer Parameter}}${infer Rest}`
  ? Parameter | InPath<Rest>
  : never;

type Sent<Answer> = Answer extends { kind: "json"; schema: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : Answer extends { kind: "nothing" }
    ? void
    : Buffer | Readable | string;

type AnswersOf<Name extends RouteName> = (typeof ROUTES)[Name]["answers"];

/** Returns what is sent. With several statuses, it sets the one that applies. */
type Handler<Name extends RouteName> = (
  request: FastifyRequest<{ Params: Record<InPath<Name>, string>; Querystring: Record<string, unknown> }>,
  reply: FastifyReply,
) => Promise<Sent<AnswersOf<Name>[keyof AnswersOf<Name>]>>;

/** Registers a route of the contract. There is no other way: see `onlyContract`. */
export function serve<Name extends RouteName>(
  app: FastifyInstance,
  name: Name,
  handler: Handler<Name>,
  options: Pick<RouteShorthandOptions, "errorHandler"> = {},
): void {
  const contract = routeNamed(name);
  const { method, path } = splitName(name);
  const statuses = Object.keys(contract.answers).map(Number);
  const [only = 200] = statuses;
  app.route<{ Params: Record<InPath<Name>, string>; Querystring: Record<string, unknown> }>({
    ...options,
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ":$1"),
    config: { contract },
    handler: async (request, reply) => {
      if (statuses.length === 1) reply.code(only);
      return handler(request, reply);
    },
  });
}

/** Refuses to start with a route that the contract doesn't describe. */
export function onlyContract(app: FastifyInstance): void {
  app.addHook("onRoute", ({ method, url, config }) => {
    if (config?.contract === undefined)
      throw new Error(
        `${String(method)} ${url} isn't registered by serve(), so the contract doesn't describe it.`,
      );
  });
}
