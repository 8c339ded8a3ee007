import type { ListedToken } from "@headroom/services";
import { describe, expect, it } from "vitest";
import { prepareTokens } from "./prepare-tokens.ts";

const now = new Date("2026-11-21T12:00:00Z");
const token = (change: Partial<ListedToken>): ListedToken => ({
  id: "t",
  name: "ci",
  scopes: ["ingest", "read"],
  serviceId: null,
  createdAt: new Date("2026-11-01T00:00:00Z"),
  expiresAt: null,
  rotatedAt: null,
  revokedAt: null,
  lastUsedAt: null,
  previousSecrets: [],
  ...change,
});
const states = (...tokens: ListedToken[]) =>
  prepareTokens(tokens, new Map(), now).rows.map(({ id, state }) => `${id} ${state}`);

describe("tokens", () => {
  it("are listed with active ones first; a revoked one stays revoked after its expiry", () => {
    const past = new Date("2026-11-20T00:00:00Z");
    expect(
      states(
        token({ id: "a", revokedAt: past, expiresAt: past }),
        token({ id: "b", expiresAt: now }),
        token({ id: "c", expiresAt: new Date("2026-11-22T00:00:00Z") }),
        token({ id: "d" }),
      ),
    ).toEqual(["c active", "d active", "a revoked", "b expired"]);
  });

  it("show the previous secrets that still work, unless the token itself no longer does", () => {
    const previousSecrets = [{ validUntil: new Date("2026-11-22T00:00:00Z"), lastUsedAt: null }];
    const previous = (change: Partial<ListedToken>) =>
      prepareTokens([token({ previousSecrets, ...change })], new Map(), now).rows[0]?.previous;
    expect(previous({})).toEqual([{ validUntil: "2026-11-22T00:00:00.000Z", lastUsedAt: null }]);
    expect(previous({ expiresAt: now })).toEqual([]);
  });

  it("name the service that they are limited to, deleted ones included", () => {
    const services = new Map([["s1", "Checkout"]]);
    const { rows } = prepareTokens(
      [token({ serviceId: "s1" }), token({ serviceId: "s2" }), token({})],
      services,
      now,
    );
    expect(rows.map(({ service }) => service)).toEqual(["Checkout", "a deleted service", null]);
  });

  it("are counted in the sentence: active ones, and those never used", () => {
    const sentence = (...tokens: ListedToken[]) => prepareTokens(tokens, new Map(), now).sentence;
    expect(sentence().lead).toBe("No active tokens.");
    expect(sentence(token({ lastUsedAt: now }))).toEqual({
      lead: "1 active token.",
      rest: "",
    });
    expect(sentence(token({}), token({})).rest).toBe("Not used yet.");
    expect(sentence(token({}), token({ lastUsedAt: now }))).toEqual({
      lead: "2 active tokens.",
      rest: "1 never used.",
    });
  });
});
