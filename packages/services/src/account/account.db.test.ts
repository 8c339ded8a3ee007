import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createInvitation } from "../invitation/create.ts";
import { checkSession } from "../session/check.ts";
import { openSessionByLink } from "../session/open-by-link.ts";
import {
  createTenant,
  createTestServices,
  newTestPerson,
  TEST_PASSWORD,
  TEST_ORIGIN as origin,
  testAccounts,
} from "../testing/index.ts";
import type { TestAccounts, TestServices } from "../testing/index.ts";
import { changePassword, getOwnAccount, renameSelf } from "./own.ts";
import { requestReset, resetPassword } from "./reset.ts";
import { signIn } from "./sign-in.ts";
import { signUp } from "./sign-up.ts";

let test: TestServices;
let accounts: TestAccounts;
beforeAll(async () => {
  test = await createTestServices();
  accounts = testAccounts(test.services);
});
afterAll(() => test.drop());

const password = TEST_PASSWORD;
const check = (secret: string) => checkSession({ services: test.services, input: { secret } });

const newAccount = (email: string, of = accounts) => newTestPerson(of, email);
const enter = (email: string, given = password, of = accounts) =>
  signIn({ accounts: of, origin, input: { email, password: given } });
const linkIn = (text = "") => /\/(?:reset\/|sign-in\?link=)([\w-]+)/.exec(text)?.[1] ?? "";
const askReset = (email: string) => requestReset({ accounts, origin, input: { email } });
const lastMail = (of = accounts) => of.mails().at(-1);

describe("signing up", () => {
  it.each([
    ["password123", "Choose a password that is harder to guess: this one is a common password."],
    ["guess.me2026", "Choose a password that is harder to guess: this one is mostly your email address."],
  ])("refuses a password that is easy to guess: %s", async (given, fieldMessage) => {
    const input = { name: "Eve", email: "guess.me@sign-up.example", password: given };
    await expect(signUp({ accounts, origin, input })).rejects.toMatchObject({
      code: "parameter-unreadable",
      field: "password",
      fieldMessage,
    });
  });

  it("makes a person, a workspace of their own and a session in it", async () => {
    const { session } = await newAccount("Ada@Sign-Up.example");
    expect(session).toMatchObject({
      person: { email: "ada@sign-up.example", name: "Ada" },
      memberships: [{ name: "Ada's workspace", role: "owner" }],
    });
    const workspaceId = session.memberships[0]?.workspaceId ?? "";
    const audit = await test.db.inWorkspace(workspaceId, (tx) => tx.prisma.auditEntry.findMany());
    expect(audit).toMatchObject([{ action: "workspace.create", actorId: session.person.id }]);
  });

  it("keeps nothing that opens a door: of the password a slow hash, of the session a hash", async () => {
    const slow = testAccounts(test.services, { slowHashes: true });
    const { secret } = await newAccount("hash@sign-up.example", slow);
    expect(await enter("hash@sign-up.example", password, slow)).toMatchObject({ kind: "signed-in" });
    await expect(enter("hash@sign-up.example", "wrong password", slow)).rejects.toMatchObject({
      code: "credentials-wrong",
    });
    const rows = await test.db.asJobs((tx) => tx.query<{ all: string }>("select current_user::text as all"));
    expect(rows).toEqual([{ all: "headroom_jobs" }]);
    const stored = await test.db.asAccounts((tx) => tx.query("select * from account"));
    expect(JSON.stringify(stored)).not.toContain(password);
    await expect(test.db.asAccounts((tx) => tx.query("select * from session"))).rejects.toMatchObject({
      code: "42501",
    });
    expect(secret).toHaveLength(43);
  });

  it("makes one person of several sign-ups with the same address at the same moment", async () => {
    const input = { name: "Ada", email: "at-once@sign-up.example", password };
    const answers = await Promise.all([1, 2, 3].map(() => signUp({ accounts, origin, input })));
    expect(answers.map(({ kind }) => kind).toSorted()).toEqual(["mail", "mail", "signed-in"]);
    const people = await test.db.asAccounts((tx) =>
      tx.query("select id from person where email = 'at-once@sign-up.example'"),
    );
    expect(people).toHaveLength(1);
  });

  it("only says for a known address that an email is on its way, and changes nothing", async () => {
    await newAccount("known@sign-up.example");
    const answer = await signUp({
      accounts,
      origin,
      input: { name: "Eve", email: "KNOWN@sign-up.example", password: "another password" },
    });
    expect(answer).toEqual({ kind: "mail" });
    expect(lastMail()?.text).toContain("already has an account");
    expect(await enter("known@sign-up.example")).toMatchObject({ kind: "signed-in" });
    await expect(enter("known@sign-up.example", "another password")).rejects.toMatchObject({
      code: "credentials-wrong",
    });
  });

  it("takes passwords of 10 to 200 characters, addresses and names, and says which is wrong", async () => {
    const good = { name: "Ada", email: "fields@sign-up.example", password };
    for (const [field, value] of [
      ["password", "123456789"],
      ["password", "x".repeat(201)],
      ["email", "nobody"],
      ["name", " "],
      ["name", "x".repeat(201)],
    ] as const) {
      await expect(signUp({ accounts, origin, input: { ...good, [field]: value } })).rejects.toMatchObject({
        code: "parameter-unreadable",
        field,
      });
    }
  });

  it("waits for the mailed link where mail is sent, and then comes in once", async () => {
    const mailing = testAccounts(test.services, { mailIsSent: true });
    const input = { name: "Ben", email: "ben@mail.example", password };
    expect(await signUp({ accounts: mailing, origin, input })).toEqual({ kind: "mail" });
    expect(await enter(input.email, password, mailing)).toEqual({ kind: "mail" });
    const { secret } = await openSessionByLink({
      services: test.services,
      input: { link: linkIn(lastMail(mailing)?.text) },
    });
    expect((await check(secret)).memberships).toHaveLength(1);
    expect(await enter(input.email, password, mailing)).toMatchObject({ kind: "signed-in" });
  });

  it("is for the invited alone where it is so set up, and then makes no workspace", async () => {
    const closed = testAccounts(test.services, { signUp: "invited" });
    const { owner } = await createTenant(test.services, "closed");
    const invite = { email: "cyd@closed.example", role: "viewer" as const };
    const { path } = await createInvitation({ ctx: owner, mailer: closed.mailer, input: invite });
    const invitation = path.replace("/invitations/", "");
    const input = { name: "Cyd", email: invite.email, password };
    for (const refused of [input, { ...input, email: "eve@closed.example", invitation }]) {
      await expect(signUp({ accounts: closed, origin, input: refused })).rejects.toMatchObject({
        code: "scope-missing",
      });
    }
    const mailing = testAccounts(test.services, { signUp: "invited", mailIsSent: true });
    const byMail = { email: "dot@closed.example", role: "viewer" as const };
    const other = await createInvitation({ ctx: owner, mailer: mailing.mailer, input: byMail });
    await signUp({
      accounts: mailing,
      origin,
      input: { ...input, email: byMail.email, invitation: other.path.replace("/invitations/", "") },
    });
    expect(lastMail(mailing)?.text).toContain(`&next=${encodeURIComponent(other.path)}`);
    const answer = await signUp({ accounts: closed, origin, input: { ...input, invitation } });
    if (answer.kind !== "signed-in") throw new Error("no session was opened");
    expect((await check(answer.session.secret)).memberships).toEqual([]);
  });
});

describe("signing in", () => {
  it("opens a new session each time", async () => {
    const { secret } = await newAccount("twice@sign-in.example");
    const answer = await enter("Twice@sign-in.example");
    expect(answer.kind === "signed-in" && answer.session.secret).not.toBe(secret);
  });

  it("gives the same answer for an unknown address and a wrong password", async () => {
    await newAccount("words@sign-in.example");
    const refusals = await Promise.allSettled([
      enter("words@sign-in.example", "wrong password"),
      enter("nobody@sign-in.example", "wrong password"),
    ]);
    const [one, other] = refusals.map((refusal) => refusal.status === "rejected" && refusal.reason);
    expect(one).toMatchObject({ code: "credentials-wrong" });
    expect(other).toEqual(one);
  });

  it("from another place still works after many wrong passwords from one", async () => {
    await newAccount("elsewhere@sign-in.example");
    const attacker = { ...origin, address: "203.0.113.9" };
    const credentials = { email: "elsewhere@sign-in.example", password: "wrong password" };
    for (let time = 0; time < 10; time += 1)
      await expect(signIn({ accounts, origin: attacker, input: credentials })).rejects.toMatchObject({
        code: "credentials-wrong",
      });
    await expect(signIn({ accounts, origin: attacker, input: credentials })).rejects.toMatchObject({
      code: "too-many-attempts",
    });
    expect(await enter("elsewhere@sign-in.example")).toMatchObject({ kind: "signed-in" });
  });

  it("is tried ten times a quarter of an hour for one address, known or not, and then again", async () => {
    await newAccount("limit@sign-in.example");
    for (const email of ["limit@sign-in.example", "nobody-limit@sign-in.example"]) {
      for (let time = 0; time < 10; time += 1)
        await expect(enter(email, "wrong password")).rejects.toMatchObject({ code: "credentials-wrong" });
      await expect(enter(email)).rejects.toMatchObject({ code: "too-many-attempts" });
    }
    test.pass(15 * 60);
    expect(await enter("limit@sign-in.example")).toMatchObject({ kind: "signed-in" });
  });
});

describe("a forgotten password", () => {
  it("is set by the mailed link, once, and ends every session", async () => {
    const { secret } = await newAccount("lost@reset.example");
    await askReset("Lost@reset.example");
    expect(lastMail()).toMatchObject({ to: "lost@reset.example" });
    const token = linkIn(lastMail()?.text);
    const input = { token, password: "a new password" };
    await resetPassword({ accounts, origin, input });
    await expect(check(secret)).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await enter("lost@reset.example", "a new password")).toMatchObject({ kind: "signed-in" });
    await expect(enter("lost@reset.example")).rejects.toMatchObject({ code: "credentials-wrong" });
    await expect(resetPassword({ accounts, origin, input })).rejects.toMatchObject({ code: "not-found" });
    expect(
      await test.db.asAccounts((tx) =>
        tx.query("select email_verified from person where email = 'lost@reset.example'"),
      ),
    ).toEqual([{ email_verified: true }]);
  });

  it("ends every other link that was mailed before", async () => {
    const email = "twice@reset.example";
    await newAccount(email);
    const links: string[] = [];
    for (let time = 0; time < 2; time += 1) {
      await askReset(email);
      links.push(linkIn(lastMail()?.text));
    }
    const [older = "", newer = ""] = links;
    expect(older).not.toBe(newer);
    await resetPassword({ accounts, origin, input: { token: newer, password: "a new password" } });
    const again = resetPassword({ accounts, origin, input: { token: older, password: "an attacker's" } });
    await expect(again).rejects.toMatchObject({ code: "not-found" });
    expect(await enter(email, "a new password")).toMatchObject({ kind: "signed-in" });
  });

  it("of an unknown address looks the same, but sends no email", async () => {
    const before = accounts.mails().length;
    await expect(askReset("nobody@reset.example")).resolves.toBeUndefined();
    expect(accounts.mails()).toHaveLength(before);
  });

  it("is asked for five times an hour at most", async () => {
    for (let time = 0; time < 5; time += 1) await askReset("often@reset.example");
    await expect(askReset("often@reset.example")).rejects.toMatchObject({ code: "too-many-attempts" });
  });

  it("is kept as a hash, and mailed sealed", async () => {
    await newAccount("sealed@reset.example");
    await askReset("sealed@reset.example");
    const token = linkIn(lastMail()?.text);
    const rows = await test.db.asAccounts((tx) => tx.query("select * from verification"));
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(accounts.mailer.sealed.join()).not.toContain(token);
  });

  it("also sets a first password", async () => {
    const { ownerId } = await createTenant(test.services, "linked");
    await askReset("owner@linked.example");
    await resetPassword({ accounts, origin, input: { token: linkIn(lastMail()?.text), password } });
    const answer = await enter("owner@linked.example");
    if (answer.kind !== "signed-in") throw new Error("no session was opened");
    expect((await check(answer.session.secret)).person.id).toBe(ownerId);
  });
});

describe("one's own account", () => {
  it("ends mailed reset links when the password changes", async () => {
    const email = "changed@own.example";
    const { session } = await newAccount(email);
    await askReset(email);
    const token = linkIn(lastMail()?.text);
    const input = { current: password, password: "a changed password" };
    await changePassword({ accounts, session, input });
    const reset = resetPassword({ accounts, origin, input: { token, password: "an attacker's" } });
    await expect(reset).rejects.toMatchObject({ code: "not-found" });
  });

  it("takes another name", async () => {
    const { secret, session } = await newAccount("name@own.example");
    await renameSelf({ services: test.services, session, input: { name: " Grace " } });
    expect((await check(secret)).person.name).toBe("Grace");
  });

  it("changes the password if the current one is right, and signs out elsewhere", async () => {
    const here = await newAccount("change@own.example");
    const elsewhere = await enter("change@own.example");
    if (elsewhere.kind !== "signed-in") throw new Error("no session was opened");
    const change = (current: string | null) =>
      changePassword({
        accounts,
        session: here.session,
        input: { current, password: "the next password" },
      });
    for (const wrong of [null, "not the password"])
      await expect(change(wrong)).rejects.toMatchObject({ code: "credentials-wrong", field: "current" });
    expect(await change(password)).toBe(1);
    await expect(check(here.secret)).resolves.toBeDefined();
    await expect(check(elsewhere.session.secret)).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await enter("change@own.example", "the next password")).toMatchObject({ kind: "signed-in" });
  });

  it("knows how it is signed in to", async () => {
    const { session } = await newAccount("how@own.example");
    expect(await getOwnAccount({ services: test.services, session })).toEqual({
      hasPassword: true,
      services: [],
    });
  });
});
