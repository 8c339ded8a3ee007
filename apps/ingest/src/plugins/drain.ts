import type { FastifyInstance } from "fastify";
import { HeadroomError } from "@headroom/core";

export interface Draining {
  /** Refuses new requests from now on. Resolves when those that are running have been answered. */
  begin(): Promise<void>;
}

/**
 * A process that stops keeps listening until its last upload is answered. Refused connections would look like a crash, and a
 * load balancer learns from the 503 to ask another instance.
 */
export function drain(app: FastifyInstance): Draining {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let begun = false;
  let running = 0;
  const endIfLast = () => {
    if (begun && running === 0) end();
  };
  app.addHook("onRequest", async (request, reply) => {
    if (request.url === "/healthz") return;
    if (begun) {
      reply.header("Connection", "close");
      throw stopping();
    }
    running += 1;
    reply.raw.once("close", () => {
      running -= 1;
      endIfLast();
    });
  });
  return {
    begin() {
      begun = true;
      endIfLast();
      return ended;
    },
  };
}

export function stopping(): HeadroomError {
  return new HeadroomError("not-ready", "The server is stopping.", {
    hint: "Try again. Another instance will take over, or this one will be back.",
  });
}
