import type { FastifyInstance, FastifyRequest } from "fastify";
import { HeadroomError } from "@headroom/core";
import { checkToken, type Context } from "@headroom/services";
import type { Deps } from "../deps.ts";

const contexts = new WeakMap<FastifyRequest, Context>();

/** Lets nobody past without a token: every route that is registered after it answers 401 without one. */
export function authenticate(app: FastifyInstance, { services }: Pick<Deps, "services">): void {
  app.addHook("onRequest", async (request) => {
    const secret = readBearer(request.headers.authorization);
    contexts.set(request, await checkToken({ services, input: { secret } }));
  });
}

/** Whose request it is. */
export function contextOfRequest(request: FastifyRequest): Context {
  const ctx = contexts.get(request);
  if (ctx === undefined) throw new Error("the route stands outside of authentication");
  return ctx;
}

function readBearer(header: string | undefined): string {
  const [, secret] = /^Bearer +(\S+) *$/i.exec(header ?? "") ?? [];
  if (secret !== undefined) return secret;
  throw new HeadroomError(
    "unauthenticated",
    header === undefined ? "There is no token." : "The token is not readable.",
    {
      field: "Authorization",
      hint: "Send `Authorization: Bearer <token>`.",
    },
  );
}
