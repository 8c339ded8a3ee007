import { SignJWT, UnsecuredJWT } from "jose";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CiIssuer } from "../testing/ci-issuer.ts";
import { Issuers } from "./issuers.ts";

const AT = 1_764_000_000;
const JOB = { aud: "https://headroom.example/ci/1", sub: "repo:acme/shop:ref:refs/heads/main" };

let ci: CiIssuer;
let now: { millis: number };
beforeEach(async () => {
  ci = await CiIssuer.start();
  now = { millis: 0 };
});
afterEach(() => ci.close());

const issuersOf = (accepted: readonly string[] = [ci.url]) =>
  new Issuers({ issuers: accepted, clock: () => new Date(AT * 1_000), now: () => now.millis });
const signed = (claims: Record<string, unknown> = {}, at = AT) => ci.sign({ ...JOB, ...claims }, { at });
const unauthenticated = (message: RegExp) => ({
  code: "unauthenticated",
  message: expect.stringMatching(message),
});

describe("the token of a job", () => {
  it.each(["RS256", "ES256"] as const)("is accepted if its issuer signed it with %s", async (alg) => {
    await ci.addKey("second", alg);
    const token = await ci.sign({ ...JOB, run_id: "7" }, { at: AT, kid: "second" });
    expect(await issuersOf().verify(token)).toMatchObject({
      issuer: ci.url,
      audience: JOB.aud,
      claims: { run_id: "7" },
    });
  });

  it("has one ID in all its copies, and until when they would be accepted", async () => {
    const issuers = issuersOf();
    const idOf = async (token: string) => (await issuers.verify(token)).tokenId;
    expect(await idOf(await signed({ jti: "7" }))).toBe("jti 7");
    expect(await idOf(await signed({ jti: "7", run_id: "8" }))).toBe("jti 7");
    // Signed twice, what is signed is the same, and the signatures differ.
    for (const jti of [undefined, "", 7]) {
      const [one, other] = [await signed({ jti }), await signed({ jti })];
      expect(one).not.toBe(other);
      expect(await idOf(one)).toBe(await idOf(other));
      expect(await idOf(one)).not.toBe(await idOf(await signed({ jti, run_id: "8" })));
    }
    for (const [exp, ends] of [
      [AT + 300, AT + 360],
      [AT + 86_400, AT + 3_660],
    ])
      await expect(issuers.verify(await signed({ exp }))).resolves.toMatchObject({
        validUntil: new Date(Number(ends) * 1_000),
      });
  });

  it("is refused if it isn't signed, or with a secret that everybody knows", async () => {
    const key = await ci.addKey("second", "RS256");
    const issuers = issuersOf();
    const payload = { ...JOB, iss: ci.url, iat: AT, exp: AT + 300 };
    const shared = new TextEncoder().encode(JSON.stringify(key));
    const confused = await new SignJWT(payload)
      .setProtectedHeader({ alg: "HS256", kid: "second" })
      .sign(shared);
    for (const token of [new UnsecuredJWT(payload).encode(), confused])
      await expect(issuers.verify(token)).rejects.toMatchObject(unauthenticated(/^The signature/));
    expect(ci.asked).toEqual([]);
  });

  it("is refused if another key signed it, or what it says was changed", async () => {
    const other = await CiIssuer.start();
    const stolen = await other.sign({ ...JOB, iss: ci.url }, { at: AT });
    await other.close();
    const [head = "", , signature = ""] = (await signed()).split(".");
    const claims = { ...JOB, iss: ci.url, iat: AT, exp: AT + 300, repository: "acme/shop" };
    const changed = [head, Buffer.from(JSON.stringify(claims)).toString("base64url"), signature].join(".");
    for (const token of [stolen, changed])
      await expect(issuersOf().verify(token)).rejects.toMatchObject(unauthenticated(/^The signature/));
  });

  it("is refused outside its times, except for a minute by which clocks may differ", async () => {
    const issuers = issuersOf();
    for (const at of [AT - 359, AT + 59])
      await expect(issuers.verify(await signed({}, at))).resolves.toBeDefined();
    await expect(issuers.verify(await signed({}, AT - 361))).rejects.toMatchObject(
      unauthenticated(/expired/),
    );
    await expect(issuers.verify(await signed({}, AT + 62))).rejects.toMatchObject(unauthenticated(/nbf/));
    for (const [iat, wrong] of [
      [AT + 62, /iat/],
      [AT + 6_000, /iat/],
      [AT - 3_662, /expired/],
      [AT - 365 * 86_400, /expired/],
    ] as const) {
      const token = await signed({ iat, nbf: undefined, exp: AT + 10 * 365 * 86_400 });
      await expect(issuers.verify(token)).rejects.toMatchObject(unauthenticated(wrong));
    }
    const hourOld = await signed({ iat: AT - 3_600, nbf: undefined, exp: AT + 86_400 });
    await expect(issuers.verify(hourOld)).resolves.toBeDefined();
    for (const time of ["exp", "iat"]) {
      const token = await signed({ [time]: undefined });
      await expect(issuers.verify(token)).rejects.toMatchObject(unauthenticated(new RegExp(time)));
    }
  });

  it("is refused if it is for nobody, or for others as well", async () => {
    for (const aud of [undefined, [], [JOB.aud, "https://elsewhere.example"]])
      await expect(issuersOf().verify(await signed({ aud }))).rejects.toMatchObject(
        unauthenticated(/audience/),
      );
  });

  it.each(["", "x", "a.b.c", "e30.e30.e30", "hr_ingest_secret"])(
    "is refused if it is invalid: %j",
    async (token) => {
      await expect(issuersOf().verify(token)).rejects.toMatchObject(unauthenticated(/not a token/));
    },
  );

  it("is refused without asking anyone if its issuer isn't on the list", async () => {
    const token = await signed();
    for (const accepted of [[], [`${ci.url}/`], ["https://gitlab.com"]])
      await expect(issuersOf(accepted).verify(token)).rejects.toMatchObject(unauthenticated(/issuer/));
    expect(ci.asked).toEqual([]);
  });
});

describe("the keys of an issuer", () => {
  it("are fetched once, and again when it has a new one, but not for every unknown key", async () => {
    const issuers = issuersOf();
    for (let at = 0; at < 3; at += 1) await issuers.verify(await signed());
    expect(ci.asked).toEqual(["/.well-known/openid-configuration", "/keys"]);
    await ci.addKey("unknown");
    const unknown = await ci.sign(JOB, { at: AT, kid: "unknown" });
    ci.removeKey("unknown");
    for (let at = 0; at < 3; at += 1)
      await expect(issuers.verify(unknown)).rejects.toMatchObject(unauthenticated(/^The signature/));
    expect(ci.asked).toHaveLength(2);
  });

  it("that can't be fetched are no reason to refuse: the job is asked to try again, and others too", async () => {
    ci.isDown = true;
    const [issuers, token] = [issuersOf(), await signed()];
    const away = { code: "issuer-unavailable", message: `The keys of ${ci.url} cannot be read.` };
    for (let at = 0; at < 3; at += 1) await expect(issuers.verify(token)).rejects.toMatchObject(away);
    expect(ci.asked).toHaveLength(1);
    ci.isDown = false;
    await expect(issuers.verify(token)).rejects.toMatchObject(away);
    now.millis += 10_000;
    await expect(issuers.verify(token)).resolves.toBeDefined();
  });

  it("still work while the issuer is away, whatever others ask for", async () => {
    const [issuers, token] = [issuersOf(), await signed()];
    await issuers.verify(token);
    ci.isDown = true;
    await expect(issuers.verify(token)).resolves.toBeDefined();
  });

  it("are not read to the end if the answer is too long", async () => {
    ci.configuration = { padding: "x".repeat(1_000_000) };
    const away = {
      code: "issuer-unavailable",
      cause: { message: expect.stringMatching(/more than 1000000 bytes/) },
    };
    await expect(issuersOf().verify(await signed())).rejects.toMatchObject(away);
  });

  it("come from the issuer's own server, and from an answer about itself", async () => {
    const token = await signed();
    for (const wrong of [
      { jwks_uri: "http://127.0.0.2:1/keys" },
      { issuer: "https://gitlab.com" },
      { jwks_uri: 7 },
    ]) {
      ci.configuration = wrong;
      await expect(issuersOf().verify(token)).rejects.toMatchObject({ code: "issuer-unavailable" });
    }
    expect(ci.asked).not.toContain("/keys");
  });
});
