import type { FastifyInstance, FastifyRequest } from "fastify";
import { HeadroomError } from "@headroom/core";
import { checkToken, checkUploadTicket, isUploadTicket, requireScope } from "@headroom/services";
import type { Context, TicketPurpose } from "@headroom/services";
import type { Deps } from "../deps.ts";
import { Guesses } from "../rate/guesses.ts";

/** Of one address. A script with a wrong token sends fewer. */
const GUESSES_PER_MINUTE = 120;

const contexts = new WeakMap<FastifyRequest, Context>();

/**
 * Requires a token or, if the route allows it, a page's ticket: every route registered after this
 * answers 401 without one.
 */
export function authenticate(app: FastifyInstance, deps: Pick<Deps, "services" | "secret">): void {
  const guesses = new Guesses(GUESSES_PER_MINUTE);
  app.addHook("onRequest", async (request, reply) => {
    const { authorization } = request.headers;
    const ofClient =
      request.routeOptions.config.contract?.access === "client" ? readClientToken(authorization) : null;
    const secret = ticketInAddress(request) ?? ofClient ?? readBearer(authorization);
    const ctx = isUploadTicket(secret)
      ? await admit(request, secret, deps)
      : await guesses.check({ address: request.ip, secret }, () =>
          checkToken({ services: deps.services, input: { secret } }),
        );
    // Before anything can refuse it.
    request.log = reply.log = request.log.child(loggedSender(ctx));
    contexts.set(request, ctx);
    requireScopes(ctx, request);
  });
}

/** For the operator, who has to find out whose requests they are. */
function loggedSender({ workspaceId, actor }: Context): Record<string, string> {
  return { workspace: workspaceId, ...(actor.id === null ? {} : { [actor.kind]: actor.id }) };
}

/** Verbs check it, too, but some bodies are read before them. */
function requireScopes(ctx: Context, { routeOptions: { config } }: FastifyRequest): void {
  if (ctx.actor.kind !== "token") return;
  for (const scope of config.contract?.scopes ?? []) requireScope(ctx, scope);
}

/** Null: it isn't known whose it is. */
export function workspaceOfRequest(request: FastifyRequest): string | null {
  return contexts.get(request)?.workspaceId ?? null;
}

/** Who made the request. */
export function contextOfRequest(request: FastifyRequest): Context {
  const ctx = contexts.get(request);
  if (ctx === undefined) throw new Error("the route is not behind authentication");
  return ctx;
}

async function admit(
  request: FastifyRequest,
  ticket: string,
  { services, secret }: Pick<Deps, "services" | "secret">,
): Promise<Context> {
  const { ctx, purpose } = await checkUploadTicket({ services, input: { ticket, secret } });
  if (request.routeOptions.config.contract?.ticket === purpose.kind && isForThis(request, purpose))
    return ctx;
  throw new HeadroomError("scope-missing", "Upload tickets are not accepted here.", {
    hint: "Use a token: `Authorization: Bearer <token>`.",
  });
}

/** A ticket for the files of a run works for that run only. */
function isForThis({ params }: FastifyRequest, purpose: TicketPurpose): boolean {
  if (purpose.kind === "upload") return true;
  const asked = typeof params === "object" && params !== null && "id" in params ? params.id : null;
  return typeof asked === "string" && asked.toLowerCase() === purpose.runId;
}

/** A download by the browser itself sends no header, so its ticket is in the URL. Tokens never are. */
function ticketInAddress({ headers, query, routeOptions }: FastifyRequest): string | null {
  if (headers.authorization !== undefined || routeOptions.config.contract?.ticket !== "run-files")
    return null;
  const given = typeof query === "object" && query !== null && "ticket" in query ? query.ticket : null;
  return typeof given === "string" && isUploadTicket(given) ? given : null;
}

/** Null: neither of the two. The user's name says nothing. */
function readClientToken(header: string | undefined): string | null {
  const [, token] = /^Token +(\S+) *$/i.exec(header ?? "") ?? [];
  if (token !== undefined) return token;
  const [, basic] = /^Basic +(\S+) *$/i.exec(header ?? "") ?? [];
  if (basic === undefined) return null;
  const pair = Buffer.from(basic, "base64").toString("utf8");
  return pair.slice(pair.indexOf(":") + 1).trim();
}

function readBearer(header: string | undefined): string {
  const [, secret] = /^Bearer +(\S+) *$/i.exec(header ?? "") ?? [];
  if (secret !== undefined) return secret;
  throw new HeadroomError(
    "unauthenticated",
    header === undefined ? "No token was sent." : "The Authorization header is invalid.",
    {
      field: "Authorization",
      hint: "Send `Authorization: Bearer <token>`.",
    },
  );
}
