import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { HeadroomError } from "@headroom/core";

/**
 * The content type decides nothing, unless the body is a form: a malformed type must not keep a
 * file out.
 */
export function ignoreContentType(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ raw }) => {
    const type = raw.headers["content-type"];
    if (type !== undefined) sentTypes.set(raw, type);
    if (type !== undefined && !FORM.test(type)) {
      raw.headers["content-type"] = "application/octet-stream";
    }
  });
}

const sentTypes = new WeakMap<IncomingMessage, string>();

/** The content type as the client sent it, for protocols in which it names the encoding. */
export function sentContentType({ raw }: FastifyRequest): string {
  return (sentTypes.get(raw) ?? "").toLowerCase();
}

/** Without a boundary, a form can't be read. */
const FORM = /^\s*multipart\/form-data\s*;.*\bboundary="?[^\s";]/i;

/** Refuses a query with escapes that don't decode: taken literally, they would name another service. */
export function refuseBrokenQueries(app: FastifyInstance): void {
  app.addHook("onRequest", async ({ url }) => {
    const at = url.indexOf("?");
    if (at === -1) return;
    for (const pair of url.slice(at + 1).split("&")) {
      if (decodes(pair)) continue;
      const name = pair.split("=", 1)[0] ?? "";
      const field = decodes(name) ? decodeURIComponent(name) : null;
      // Without the value: the message is logged, too.
      const which = field === null ? "A parameter" : `The parameter "${field.slice(0, 100)}"`;
      throw new HeadroomError("parameter-unreadable", `${which} cannot be decoded.`, {
        ...(field === null ? {} : { field }),
        hint: "Percent-encode text in the URL as UTF-8. With curl: --url-query 'service=Checkout'.",
      });
    }
  });
}

function decodes(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
