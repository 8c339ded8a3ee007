import { createHash } from "node:crypto";
import Fastify from "fastify";
import type { FastifyInstance } from "fastify";
import { afterEach, describe, expect, it } from "vitest";
import type { Services } from "@headroom/services";
import { answerProblem } from "../problem.ts";
import { RateLimits } from "../rate/rate-limits.ts";
import type { RateLimitSettings } from "../rate/rate-limits.ts";
import { authenticate } from "./authenticate.ts";
import { limitRate } from "./limit-rate.ts";
import { serve } from "./serve.ts";

const NONE = { token: null, workspace: null };
const NOW = new Date("2026-11-21T12:00:00Z");
let app: FastifyInstance;
afterEach(() => app.close());

/** An app that knows one token, and answers two routes without doing anything. */
let limits: RateLimits;
function appWith(settings: Partial<RateLimitSettings>, trustedProxies = 0): FastifyInstance {
  const lookup = {
    tokenByHash: (hash: Uint8Array) => Promise.resolve(Buffer.from(hash).equals(KNOWN_HASH) ? TOKEN : null),
  };
  app = Fastify({ trustProxy: (_address, hop) => hop < trustedProxies });
  app.setErrorHandler(answerProblem);
  // Only the look-up of a token is used.
  const services = { db: { lookup }, clock: () => NOW } as unknown as Services;
  authenticate(app, { services, secret: new Uint8Array(32) });
  limits = new RateLimits(
    { read: NONE, write: NONE, upload: NONE, live: NONE, liveBytes: null, ...settings },
    () => 0,
  );
  limitRate(app, limits);
  serve(app, "DELETE /v1/shares/{id}", () => Promise.resolve());
  serve(app, "POST /v1/runs/{id}/cells", () => Promise.resolve({ accepted: true } as never));
  return app;
}

const TOKEN = {
  id: "t",
  workspaceId: "w",
  name: "ci",
  scopes: ["ingest", "manage"],
  serviceId: null,
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: NOW,
  replacedUntil: null,
};
const KNOWN = `hr_ingest_${"k".repeat(43)}`;
const KNOWN_HASH = createHash("sha256").update(KNOWN).digest();

const send = (method: "DELETE" | "POST", url: string, headers: Record<string, string> = {}) =>
  app.inject({ method, url, headers: { authorization: `Bearer ${KNOWN}`, ...headers } });

describe("a limited request", () => {
  it("says what is left, and is refused with 429 and the time after which it can succeed", async () => {
    appWith({ write: { token: 2, workspace: 10 } });
    const first = await send("DELETE", "/v1/shares/x");
    expect(first.statusCode).toBe(204);
    expect(first.headers).toMatchObject({
      "ratelimit-policy": '"token-write";q=2;w=60, "workspace-write";q=10;w=60',
      ratelimit: '"token-write";r=1;t=30, "workspace-write";r=9;t=6',
    });
    await send("DELETE", "/v1/shares/x");
    const refused = await send("DELETE", "/v1/shares/x");
    expect(refused.statusCode).toBe(429);
    expect(refused.headers).toMatchObject({
      "retry-after": "30",
      ratelimit: expect.stringContaining('"token-write";r=0'),
    });
    expect(refused.json()).toMatchObject({
      code: "rate-limited",
      detail: "This token may send 2 change requests a minute.",
    });
  });

  it("is postponed with 503 if it has live data, which agents drop after a 429", async () => {
    appWith({ live: { token: 1, workspace: null } });
    expect((await send("POST", "/v1/runs/x/cells")).statusCode).toBe(200);
    const refused = await send("POST", "/v1/runs/x/cells");
    expect(refused.statusCode).toBe(503);
    expect(refused.headers["retry-after"]).toBe("60");
    expect(refused.json()).toMatchObject({ code: "not-ready" });
  });

  it("waits until the bytes of its workspace are within their limit again", async () => {
    appWith({ liveBytes: 1_000 });
    limits.addLiveBytes(TOKEN.workspaceId, 3_000);
    limits.addLiveBytes("elsewhere", 10);
    const refused = await send("POST", "/v1/runs/x/cells");
    expect(refused.statusCode).toBe(503);
    expect(refused.headers["retry-after"]).toBe("121");
    expect(refused.json()).toMatchObject({
      code: "not-ready",
      detail: "This workspace may send 1000 bytes of live data a minute.",
    });
    expect((await send("DELETE", "/v1/shares/x")).statusCode).toBe(204);
  });

  it("has no such headers without limits", async () => {
    appWith({});
    expect((await send("DELETE", "/v1/shares/x")).headers).not.toHaveProperty("ratelimit");
  });
});

describe("unknown tokens", () => {
  it("don't stop a right one of their address that this process has not seen", async () => {
    appWith({});
    const guesses = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        send("DELETE", "/v1/shares/x", { authorization: `Bearer hr_read_${String(at).padStart(43, "x")}` }),
      ),
    );
    expect(guesses.filter(({ statusCode }) => statusCode === 401)).toHaveLength(120);
    expect(guesses.filter(({ statusCode }) => statusCode === 429)).toHaveLength(80);
    expect((await send("DELETE", "/v1/shares/x")).statusCode).toBe(204);
  });

  const guess = (address: string) =>
    send("DELETE", "/v1/shares/x", { authorization: "Bearer unknown", "x-forwarded-for": address });

  it("are limited by the address of the client, as the trusted proxy saw it", async () => {
    appWith({}, 1);
    for (let at = 0; at < 120; at += 1) expect((await guess("6.6.6.6, 192.0.2.1")).statusCode).toBe(401);
    const refused = await guess("192.0.2.2, 192.0.2.1");
    expect(refused.statusCode).toBe(429);
    expect(refused.json()).toMatchObject({ code: "too-many-attempts" });
    expect((await guess("192.0.2.2")).statusCode).toBe(401);
  });

  it("are limited by the address of the connection if no proxy is trusted", async () => {
    appWith({}, 0);
    for (let at = 0; at < 120; at += 1) await guess(`192.0.2.${at}`);
    expect((await guess("198.51.100.1")).statusCode).toBe(429);
  });
});
