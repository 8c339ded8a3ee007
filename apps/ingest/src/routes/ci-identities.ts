import type { FastifyInstance } from "fastify";
import { identityInAudience, idTokenOfJob } from "@headroom/contract";
import {
  createCiIdentity,
  deleteCiIdentity,
  exchangeJobToken,
  listCiIdentities,
  parseInput,
} from "@headroom/services";
import { readJson } from "../body/read-json.ts";
import type { Deps } from "../deps.ts";
import { contextOfRequest } from "../plugins/authenticate.ts";
import { serve } from "../plugins/serve.ts";
import { Guesses } from "../rate/guesses.ts";

const MAX_BODY_BYTES = 20_000;
/** Of one address, and only those that are refused. */
const REFUSED_PER_MINUTE = 60;

type Needed = Pick<Deps, "bodyLimits" | "ciIssuers" | "services" | "webUrl">;

export function ciIdentityRoutes(app: FastifyInstance, { bodyLimits, ciIssuers, webUrl }: Needed): void {
  const settings = { webUrl, issuers: ciIssuers.list };

  serve(app, "GET /v1/ci-identities", async (request) =>
    listCiIdentities({ ctx: contextOfRequest(request), input: { settings } }),
  );

  serve(app, "POST /v1/ci-identities", async (request) => {
    const body = await readJson(request, bodyLimits, MAX_BODY_BYTES);
    return createCiIdentity({ ctx: contextOfRequest(request), input: { body, settings } });
  });

  serve(app, "DELETE /v1/ci-identities/{id}", async (request) => {
    await deleteCiIdentity({ ctx: contextOfRequest(request), input: { identityId: request.params.id } });
  });
}

/** For jobs, which have no token of ours yet. */
export function exchangeRoute(
  app: FastifyInstance,
  { bodyLimits, ciIssuers, services, webUrl }: Needed,
): void {
  const guesses = new Guesses(REFUSED_PER_MINUTE);
  serve(app, "POST /v1/oidc/exchange", async (request) => {
    const { idToken, jobKey } = parseInput(idTokenOfJob, await readJson(request, bodyLimits, MAX_BODY_BYTES));
    return guesses.check({ address: request.ip, secret: idToken }, async () => {
      const { audience, ...checked } = await ciIssuers.verify(idToken);
      const job = { ...checked, identityId: identityInAudience(webUrl, audience), jobKey: jobKey ?? null };
      return exchangeJobToken({ services, input: { job } });
    });
  });
}
