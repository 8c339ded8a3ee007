import type { FastifyInstance } from "fastify";

/** How long a client that was answered before its body's end may go on sending. */
const LINGER_MILLIS = 5_000;

/**
 * A refusal goes out while the client still sends. Closing at once would reset the connection, and the client might
 * lose the answer that says why; so the rest is read into nothing for a while, and then the line is cut.
 */
export function lingerOnEarlyAnswers(app: FastifyInstance): void {
  app.addHook("onResponse", async ({ raw }) => {
    if (raw.complete || raw.destroyed) return;
    raw.unpipe();
    // Who stopped reading may listen still, and what is listened to does not flow.
    raw.removeAllListeners("readable");
    setImmediate(() => raw.resume());
    const cut = setTimeout(() => raw.destroy(), LINGER_MILLIS).unref();
    raw.once("close", () => clearTimeout(cut));
    raw.once("end", () => clearTimeout(cut));
    raw.on("error", () => undefined);
  });
}
