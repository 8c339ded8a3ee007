import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createInvitation } from "../invitation/create.ts";
import { checkSession } from "../session/check.ts";
import {
  createTenant,
  createTestServices,
  startOidcServer,
  TEST_ORIGIN as origin,
  testAccounts,
} from "../testing/index.ts";
import type { OidcServer, TestAccounts, TestServices } from "../testing/index.ts";
import { requestReset, resetPassword } from "./reset.ts";
import { signIn } from "./sign-in.ts";
import { signUp } from "./sign-up.ts";
import { leaveForProvider, returnFromProvider } from "./sign-in-provider.ts";

let test: TestServices;
let oidc: OidcServer;
let accounts: TestAccounts;
beforeAll(async () => {
  [test, oidc] = await Promise.all([createTestServices(), startOidcServer()]);
  accounts = withOidc();
});
afterAll(async () => {
  await Promise.all([test.drop(), oidc.close()]);
});
beforeEach(() => oidc.forge(false));

const withOidc = (changed: Parameters<typeof testAccounts>[1] = {}) =>
  testAccounts(test.services, {
    oidc: { ...oidc.client, issuer: oidc.issuer, name: "Test ID" },
    ...changed,
  });
const password = "correct horse battery";

/** Follows the redirects like a browser: to the provider and back, with its cookies. */
async function goThrough(of = accounts, next = "/runs?a=1") {
  const { url, cookies } = await leaveForProvider({ accounts: of, input: { service: "oidc", next } });
  const cookie = cookies.map((one) => one.split(";")[0]).join("; ");
  return { back: await addressAfter(url), cookie };
}
async function addressAfter(url: string): Promise<URL> {
  const answer = await fetch(url, { redirect: "manual" });
  return new URL(answer.headers.get("location") ?? "", url);
}
const come = (back: URL, cookie: string, of = accounts) =>
  returnFromProvider({
    accounts: of,
    origin,
    input: { service: "oidc", search: back.search, cookie },
  });
async function signInThere(of = accounts, next?: string) {
  const { back, cookie } = await goThrough(of, next);
  return come(back, cookie, of);
}
const check = (session: { secret: string } | null) =>
  checkSession({ services: test.services, input: { secret: session?.secret ?? "" } });

describe("another sign-in service", () => {
  it("makes a person with a workspace, and finds them again by who they are there", async () => {
    oidc.signInAs({ sub: "ada", email: "ada@id.example", email_verified: true, name: "Ada" });
    const first = await signInThere();
    expect(first.location).toBe("/runs?a=1");
    const session = await check(first.session);
    expect(session).toMatchObject({
      person: { email: "ada@id.example", name: "Ada" },
      memberships: [{ name: "Ada's workspace", role: "owner" }],
    });
    oidc.signInAs({ sub: "ada", email: "ada@moved.example", email_verified: true });
    const again = await check((await signInThere()).session);
    expect(again.person.id).toBe(session.person.id);
    expect(again.memberships).toHaveLength(1);
  });

  it("keeps none of its tokens", async () => {
    oidc.signInAs({ sub: "tok", email: "tok@id.example", email_verified: true });
    await signInThere();
    const rows = await test.db.asAccounts((tx) => tx.query("select * from account where subject = 'tok'"));
    expect(rows).toMatchObject([{ provider: "oidc", password_hash: null }]);
    expect(Object.keys(rows[0] ?? {}).filter((column) => column.includes("token"))).toEqual([]);
  });

  it("does not lead into an account whose address nobody proved, and does once it was", async () => {
    const input = { name: "Ben", email: "ben@id.example", password };
    await signUp({ accounts, origin, input });
    oidc.signInAs({ sub: "ben", email: "ben@id.example", email_verified: true });
    const refused = await signInThere();
    expect(refused).toMatchObject({ session: null });
    expect(refused.location).toContain("error=account_not_linked");
    await requestReset({ accounts, origin, input: { email: input.email } });
    const token = /reset\/([\w-]+)/.exec(accounts.mails().at(-1)?.text ?? "")?.[1] ?? "";
    await resetPassword({ accounts, origin, input: { token, password } });
    expect((await check((await signInThere()).session)).person.name).toBe("Ben");
  });

  it("does not lead into an account by an address that it does not vouch for", async () => {
    oidc.signInAs({ sub: "eve", email: "ben@id.example", email_verified: false });
    expect((await signInThere()).session).toBeNull();
  });

  it("leads no more into an account that was made with somebody else's address, once they have proved it", async () => {
    oidc.signInAs({ sub: "mallory", email: "fay@id.example", email_verified: false });
    const { person } = await check((await signInThere()).session);
    await requestReset({ accounts, origin, input: { email: "fay@id.example" } });
    const token = /reset\/([\w-]+)/.exec(accounts.mails().at(-1)?.text ?? "")?.[1] ?? "";
    await resetPassword({ accounts, origin, input: { token, password } });
    expect((await signInThere()).session).toBeNull();
    const input = { email: "fay@id.example", password };
    const answer = await signIn({ accounts, origin, input });
    expect((await check(answer.kind === "signed-in" ? answer.session : null)).person.id).toBe(person.id);
  });

  it("stays connected to a person who had proven the address before choosing a new password", async () => {
    oidc.signInAs({ sub: "gil", email: "gil@id.example", email_verified: true });
    await signInThere();
    await requestReset({ accounts, origin, input: { email: "gil@id.example" } });
    const token = /reset\/([\w-]+)/.exec(accounts.mails().at(-1)?.text ?? "")?.[1] ?? "";
    await resetPassword({ accounts, origin, input: { token, password } });
    expect((await signInThere()).session).not.toBeNull();
  });

  it("lets nobody in with a token that it did not sign", async () => {
    oidc.signInAs({ sub: "forged", email: "forged@id.example", email_verified: true });
    oidc.forge(true);
    const refused = await signInThere();
    expect(refused.session).toBeNull();
    expect(refused.location).toMatch(/^\/sign-in\?problem=service/);
  });

  it("takes back only the browser that left, and each answer once", async () => {
    oidc.signInAs({ sub: "cyd", email: "cyd@id.example", email_verified: true });
    const { back, cookie } = await goThrough();
    expect((await come(back, "")).session).toBeNull();
    const other = await goThrough();
    expect((await come(back, other.cookie)).session).toBeNull();
    expect((await come(back, cookie)).session).not.toBeNull();
    expect((await come(back, cookie)).session).toBeNull();
  });

  it("creates no account without an invitation if sign-up is by invitation only", async () => {
    const closed = withOidc({ signUp: "invited" });
    oidc.signInAs({ sub: "dan", email: "dan@id.example", email_verified: true });
    const refused = await signInThere(closed);
    expect(refused.session).toBeNull();
    expect(refused.location).toContain("error=sign_up_closed");
    const { owner, workspaceId } = await createTenant(test.services, "closed");
    const input = { email: "Dan@id.example", role: "viewer" as const };
    const { path } = await createInvitation({ ctx: owner, mailer: closed.mailer, input });
    const invited = await signInThere(closed, path);
    expect(invited.location).toBe(path);
    expect((await check(invited.session)).memberships).toEqual([]);
    expect(workspaceId).toBeDefined();
  });

  it("that can't be reached is reported, and tried again later", async () => {
    const lost = testAccounts(test.services, {
      oidc: { ...oidc.client, issuer: "http://127.0.0.1:9", name: "Lost" },
    });
    for (const service of ["oidc", "github", "other"]) {
      await expect(leaveForProvider({ accounts: lost, input: { service, next: "/" } })).rejects.toMatchObject(
        {
          code: "unavailable",
        },
      );
    }
    expect((await accounts.auth()).whole).toBe(true);
  });
});
