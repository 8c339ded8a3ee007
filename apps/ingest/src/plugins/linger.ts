import type { FastifyInstance } from "fastify";

/** How long a client may go on sending after it was answered before the end of its body. */
const LINGER_MILLIS = 5_000;

/**
 * A refusal is sent while the client is still sending. Closing immediately would reset the connection, and the client could
 * lose the response that says why. So the rest is read and discarded for a while, and then the connection is closed.
 */
export function lingerOnEarlyAnswers(app: FastifyInstance): void {
  app.addHook("onResponse", async ({ raw }) => {
    if (raw.complete || raw.destroyed) return;
    raw.unpipe();
    // A reader that stopped may still listen, and a stream with a listener doesn't flow.
    raw.removeAllListeners("readable");
    setImmediate(() => raw.resume());
    const cut = setTimeout(() => raw.destroy(), LINGER_MILLIS).unref();
    raw.once("close", () => clearTimeout(cut));
    raw.once("end", () => clearTimeout(cut));
    raw.on("error", () => undefined);
  });
}
