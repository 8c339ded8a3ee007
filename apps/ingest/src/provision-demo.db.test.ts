import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkToken, openSessionByLink } from "@headroom/services";
import { createTestServices, type TestServices } from "@headroom/services/testing";
import { provisionDemo } from "./provision-demo.ts";

let test: TestServices;
beforeAll(async () => {
  test = await createTestServices();
});
afterAll(() => test.drop());

const none = { ingestToken: null, readToken: null };
const check = (secret: string) => checkToken({ services: test.services, input: { secret } });

describe("provisioning", () => {
  it("keeps the workspace and the tokens that still work, and gives a new link each time", async () => {
    const first = await provisionDemo(test.services, none);
    const second = await provisionDemo(test.services, first);
    expect(second).toEqual({ ...first, ownerSignInPath: second.ownerSignInPath });
    expect(second.ownerSignInPath).not.toBe(first.ownerSignInPath);
    expect((await check(first.ingestToken)).actor).toMatchObject({ scopes: ["ingest"] });
    expect((await check(first.readToken)).actor).toMatchObject({ scopes: ["read"] });
  });

  it("makes new tokens for lost ones and revokes those", async () => {
    const first = await provisionDemo(test.services, none);
    const second = await provisionDemo(test.services, { ...none, readToken: first.readToken });
    expect(second.readToken).toBe(first.readToken);
    expect(second.ingestToken).not.toBe(first.ingestToken);
    await expect(check(first.ingestToken)).rejects.toMatchObject({ code: "token-revoked" });
  });

  it("does not take a token for what it may not do", async () => {
    const { readToken } = await provisionDemo(test.services, none);
    const mixed = await provisionDemo(test.services, { ingestToken: readToken, readToken });
    expect(mixed.ingestToken).not.toBe(readToken);
  });

  it("lets the owner in by the link", async () => {
    const { ownerSignInPath } = await provisionDemo(test.services, none);
    const link = new URL(ownerSignInPath, "http://localhost").searchParams.get("link") ?? "";
    await expect(openSessionByLink({ services: test.services, input: { link } })).resolves.toHaveProperty(
      "secret",
    );
  });
});
