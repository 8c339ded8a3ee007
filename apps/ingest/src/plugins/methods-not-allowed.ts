import type { FastifyInstance } from "fastify";
import { HeadroomError } from "@headroom/core";
import { answerProblem } from "../problem.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

/** Answers 405 with `Allow` where the address exists and the method does not. */
export function methodsNotAllowed(app: FastifyInstance): void {
  const methodsOf = new Map<string, Set<string>>();
  app.addHook("onRoute", ({ url, method }) => {
    const methods = methodsOf.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    methodsOf.set(url, methods);
  });
  app.addHook("onReady", async () => {
    for (const [url, allowed] of [...methodsOf]) {
      const refused = METHODS.filter((method) => !allowed.has(method));
      const allow = [...allowed].join(", ");
      app.route({
        url,
        method: refused,
        handler: (request, reply) =>
          answerProblem(
            new HeadroomError("method-not-allowed", `${request.method} is not allowed here.`, {
              hint: `Allowed: ${allow}.`,
            }),
            request,
            reply.header("Allow", allow),
          ),
      });
    }
  });
}
