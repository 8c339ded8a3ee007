import { HeadroomError, MINUTE_MILLIS } from "@headroom/core";
import { describe, expect, it } from "vitest";
import { readCliEnv } from "../env.ts";
import { credentialOf } from "../run-arguments.ts";
import type { Sent } from "./client.ts";
import type { JobCredential } from "./credential.ts";
import { JobTokens } from "./job-tokens.ts";

const GITHUB: JobCredential = {
  kind: "github",
  audience: "https://headroom.example/ci/1",
  url: "https://github.example/make?api-version=2.0",
  secret: "of the job",
};

function jobWith(credential: JobCredential, github: () => unknown = () => ({ value: "id token" })) {
  const clock = { millis: 0 };
  const exchanged: string[] = [];
  const asked: string[] = [];
  const tokens = new JobTokens({
    credential,
    jobKey: () => "key",
    now: () => clock.millis,
    headroom: {
      async send({ method, path, body }: Sent) {
        const sent = body?.();
        exchanged.push(`${method} ${path} ${sent instanceof Uint8Array ? Buffer.from(sent).toString() : ""}`);
        if (clock.millis < 0) throw new HeadroomError("issuer-unavailable", "Away.");
        const [secret, expiresAt] = [`secret ${exchanged.length}`, new Date(0).toISOString()];
        const id = "01939f6e-7c1a-7b7e-9c55-0f0c8a4f6f10";
        return { id, secret, expiresAt, expiresInSeconds: 900 };
      },
    },
    openGitHub: (url, secret) => ({
      async send({ path }: Sent) {
        asked.push(`${secret} ${url}${path}`);
        return github();
      },
    }),
  });
  return { clock, exchanged, asked, tokens };
}

describe("the token of a job", () => {
  it("is exchanged once, and again before it expires, by its length and not by the server's clock", async () => {
    const { clock, exchanged, tokens } = jobWith({ kind: "id-token", idToken: "of GitLab" });
    const both = () => Promise.all([tokens.token(), tokens.token()]);
    expect(await both()).toEqual(["secret 1", "secret 1"]);
    clock.millis = 11 * MINUTE_MILLIS;
    expect(await both()).toEqual(["secret 1", "secret 1"]);
    clock.millis = 12 * MINUTE_MILLIS;
    expect(await both()).toEqual(["secret 2", "secret 2"]);
    expect(exchanged).toHaveLength(2);
    expect(exchanged[0]).toBe('POST /v1/oidc/exchange {"idToken":"of GitLab","jobKey":"key"}');
  });

  it("starts at GitHub with a request for a token for the identity", async () => {
    const { asked, exchanged, tokens } = jobWith(GITHUB);
    expect(await tokens.token()).toBe("secret 1");
    expect(asked).toEqual([
      "of the job https://github.example/make?api-version=2.0&audience=https%3A%2F%2Fheadroom.example%2Fci%2F1",
    ]);
    expect(exchanged).toEqual(['POST /v1/oidc/exchange {"idToken":"id token","jobKey":"key"}']);
  });

  it("is asked for again after a failure", async () => {
    const { clock, tokens } = jobWith(GITHUB);
    clock.millis = -1;
    await expect(tokens.token()).rejects.toMatchObject({ code: "issuer-unavailable" });
    clock.millis = 0;
    expect(await tokens.token()).toBe("secret 2");
  });

  it.each([() => null, () => ({}), () => Promise.reject(new Error("403"))])(
    "says which permission the job needs if GitHub gives it none",
    async (github) => {
      await expect(jobWith(GITHUB, github).tokens.token()).rejects.toMatchObject({
        message: "GitHub didn't give this job a token.",
        hint: expect.stringContaining("id-token: write"),
      });
    },
  );
});

describe("what a command sends as its token", () => {
  const github = { ACTIONS_ID_TOKEN_REQUEST_URL: "https://x", ACTIONS_ID_TOKEN_REQUEST_TOKEN: "y" };

  it("is a token if there is one, and otherwise what the job can exchange", () => {
    const identity = { HEADROOM_IDENTITY: "aud", ...github };
    expect(credentialOf("given", readCliEnv({ HEADROOM_TOKEN: "t", ...identity }))).toBe("given");
    expect(credentialOf(undefined, readCliEnv({ HEADROOM_TOKEN: "t", ...identity }))).toBe("t");
    expect(credentialOf(undefined, readCliEnv({ HEADROOM_TOKEN: "", HEADROOM_ID_TOKEN: "jwt" }))).toEqual({
      kind: "id-token",
      idToken: "jwt",
    });
    expect(credentialOf(undefined, readCliEnv(identity))).toEqual({
      kind: "github",
      audience: "aud",
      url: "https://x",
      secret: "y",
    });
  });

  it("is missing without any of them", () => {
    expect(() => credentialOf(undefined, readCliEnv(github))).toThrow("Set HEADROOM_TOKEN");
    expect(() => credentialOf(undefined, readCliEnv({ HEADROOM_IDENTITY: "aud" }))).toThrow(
      "id-token: write",
    );
  });
});
