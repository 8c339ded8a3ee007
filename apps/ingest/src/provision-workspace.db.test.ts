import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkSession, checkToken, listTokens, openSessionByLink, systemContext } from "@headroom/services";
import { createTestServices } from "@headroom/services/testing";
import type { TestServices } from "@headroom/services/testing";
import { DEMO_WORKSPACE, provisionWorkspace, workspaceOfSlug } from "./provision-workspace.ts";
import type { GivenTokens } from "./provision-workspace.ts";

let test: TestServices;
beforeAll(async () => {
  test = await createTestServices();
});
afterAll(() => test.drop());

const none = { ingestToken: null, readToken: null, manageToken: null };
const provisionDemo = (given: GivenTokens) => provisionWorkspace(test.services, DEMO_WORKSPACE, given);
const check = (secret: string) => checkToken({ services: test.services, input: { secret } });

describe("provisioning", () => {
  it("keeps the workspace and the tokens that still work, and gives a new link each time", async () => {
    const first = await provisionDemo(none);
    const second = await provisionDemo(first);
    expect(second).toEqual({ ...first, ownerSignInPath: second.ownerSignInPath });
    expect(second.ownerSignInPath).not.toBe(first.ownerSignInPath);
    expect((await check(first.ingestToken)).actor).toMatchObject({ scopes: ["ingest", "read"] });
    expect((await check(first.readToken)).actor).toMatchObject({ scopes: ["read"] });
    expect((await check(first.manageToken)).actor).toMatchObject({ scopes: ["ingest", "read", "manage"] });
  });

  it("names the tokens so that the list of tokens shows what each is for", async () => {
    const { workspaceId } = await provisionDemo(none);
    const tokens = await listTokens({ ctx: systemContext(test.services, workspaceId) });
    const active = tokens.filter(({ revokedAt }) => revokedAt === null);
    expect(active.map(({ name }) => name).toSorted()).toEqual([
      "Setup: manage",
      "Setup: read",
      "Setup: upload and gate",
    ]);
  });

  it("makes new tokens for lost ones and revokes those", async () => {
    const first = await provisionDemo(none);
    const second = await provisionDemo({ ...none, readToken: first.readToken });
    expect(second.readToken).toBe(first.readToken);
    expect(second.ingestToken).not.toBe(first.ingestToken);
    await expect(check(first.ingestToken)).rejects.toMatchObject({ code: "token-revoked" });
  });

  it("doesn't reuse a token with other scopes", async () => {
    const { readToken } = await provisionDemo(none);
    const mixed = await provisionDemo({ ...none, ingestToken: readToken, readToken });
    expect(mixed.ingestToken).not.toBe(readToken);
  });

  it("gives each workspace an owner of its own, who is a member of no other", async () => {
    const slugs = ["one-shop", "another-shop"];
    for (const slug of slugs) {
      const { workspaceId, ownerSignInPath } = await provisionWorkspace(
        test.services,
        workspaceOfSlug(slug),
        none,
      );
      const link = new URL(ownerSignInPath, "http://localhost").searchParams.get("link") ?? "";
      const { secret } = await openSessionByLink({ services: test.services, input: { link } });
      const { memberships } = await checkSession({ services: test.services, input: { secret } });
      expect(memberships).toMatchObject([{ workspaceId, slug }]);
    }
  });

  it("lets the owner in by the link", async () => {
    const { ownerSignInPath } = await provisionDemo(none);
    const link = new URL(ownerSignInPath, "http://localhost").searchParams.get("link") ?? "";
    await expect(openSessionByLink({ services: test.services, input: { link } })).resolves.toHaveProperty(
      "secret",
    );
  });
});
