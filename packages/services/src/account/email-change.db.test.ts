import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HeadroomError } from "@headroom/core";
import { checkSession } from "../session/check.ts";
import { openSessionByLink } from "../session/open-by-link.ts";
import { createSignInLink } from "../sign-in-link/create.ts";
import {
  createTestServices,
  newTestPerson,
  TEST_PASSWORD,
  TEST_ORIGIN as origin,
  testAccounts,
} from "../testing/index.ts";
import type { TestAccounts, TestPerson, TestServices } from "../testing/index.ts";
import { systemContext } from "../workspace/ensure.ts";
import { confirmEmailChange, requestEmailChange } from "./email-change.ts";
import { changePassword } from "./own.ts";
import { requestReset, resetPassword } from "./reset.ts";
import { signIn } from "./sign-in.ts";

let test: TestServices;
let accounts: TestAccounts;
beforeAll(async () => {
  test = await createTestServices();
  accounts = testAccounts(test.services);
});
afterAll(() => test.drop());

const password = TEST_PASSWORD;
const newPerson = (email: string) => newTestPerson(accounts, email);

const ask = ({ session }: TestPerson, email: string, given = password) =>
  requestEmailChange({ accounts, session, input: { email, password: given } });
const confirm = (secret: string) => confirmEmailChange({ accounts, origin, input: { secret } });
const mailsTo = (address: string) => accounts.mails().filter(({ to }) => to === address);
const linkTo = (address: string, kind = "email") =>
  new RegExp(`/${kind}/([\\w-]+)`).exec(mailsTo(address).at(-1)?.text ?? "")?.[1] ?? "";
const enter = (email: string) => signIn({ accounts, origin, input: { email, password } });
const emailOf = async ({ secret }: TestPerson) =>
  (await checkSession({ services: test.services, input: { secret } })).person.email;

describe("a change of address", () => {
  it("waits for the emailed link, and notifies the old address", async () => {
    const ada = await newPerson("ada@old.example");
    await ask(ada, "Ada@New.example");
    expect(await emailOf(ada)).toBe("ada@old.example");
    expect(mailsTo("ada@old.example").at(-1)?.text).toContain("Ada@New.example");
    const link = linkTo("Ada@New.example");
    expect(link).toMatch(/^[\w-]{43}$/);
    const stored = await test.db.asAccounts((tx) => tx.query("select * from verification"));
    expect(JSON.stringify(stored)).not.toContain(link);

    expect(await confirm(link)).toEqual({ email: "Ada@New.example" });
    expect(await emailOf(ada)).toBe("Ada@New.example");
    expect(mailsTo("ada@old.example").at(-1)?.subject).toContain(
      "email of your Headroom account has changed",
    );
    expect(await enter("ada@new.example")).toMatchObject({ kind: "signed-in" });
    await expect(enter("ada@old.example")).rejects.toMatchObject({ code: "credentials-wrong" });
    const workspaceId = ada.session.memberships[0]?.workspaceId ?? "";
    const audit = await test.db.inWorkspace(workspaceId, (tx) =>
      tx.prisma.auditEntry.findMany({ where: { action: "member.email" } }),
    );
    expect(audit).toMatchObject([
      {
        actorKind: "person",
        actorId: ada.session.person.id,
        subjectId: ada.session.person.id,
        detail: { before: "ada@old.example", after: "Ada@New.example" },
      },
    ]);
    await expect(confirm(link)).rejects.toMatchObject({ code: "not-found" });
  });

  it("asks for the password, and not for the address that is there already", async () => {
    const ben = await newPerson("ben@old.example");
    await expect(ask(ben, "ben@new.example", "not the password")).rejects.toMatchObject({
      code: "credentials-wrong",
      field: "password",
    });
    await expect(ask(ben, "BEN@old.example")).rejects.toMatchObject({ field: "email" });
    await expect(ask(ben, "nobody")).rejects.toMatchObject({ field: "email" });
    expect(mailsTo("ben@new.example")).toEqual([]);
  });

  it("reveals that an address has another account only by email to it", async () => {
    await newPerson("cleo@taken.example");
    const dan = await newPerson("dan@old.example");
    await ask(dan, "cleo@taken.example");
    expect(mailsTo("cleo@taken.example").at(-1)?.text).toContain("already has an account");
    expect(linkTo("cleo@taken.example")).toBe("");

    await ask(dan, "eve@later.example");
    await newPerson("eve@later.example");
    await expect(confirm(linkTo("eve@later.example"))).rejects.toMatchObject({ code: "conflict" });
    expect(await emailOf(dan)).toBe("dan@old.example");
  });

  it("is over after an hour, with another password, and once another link was used", async () => {
    const fay = await newPerson("fay@old.example");
    await ask(fay, "fay@late.example");
    test.pass(3_601);
    await expect(confirm(linkTo("fay@late.example"))).rejects.toMatchObject({ code: "not-found" });

    await ask(fay, "fay@one.example");
    await ask(fay, "fay@two.example");
    await confirm(linkTo("fay@two.example"));
    await expect(confirm(linkTo("fay@one.example"))).rejects.toMatchObject({ code: "not-found" });

    const session = await checkSession({ services: test.services, input: { secret: fay.secret } });
    await ask({ ...fay, session }, "fay@three.example");
    await changePassword({
      accounts,
      session,
      input: { current: password, password: "another good password" },
    });
    await expect(confirm(linkTo("fay@three.example"))).rejects.toMatchObject({ code: "not-found" });
    expect(await emailOf(fay)).toBe("fay@two.example");
  });

  it("ends the links that went to the address before", async () => {
    const gus = await newPerson("gus@old.example");
    await requestReset({ accounts, origin, input: { email: "gus@old.example" } });
    const reset = linkTo("gus@old.example", "reset");
    const ctx = systemContext(test.services, gus.session.memberships[0]?.workspaceId ?? "");
    const input = { personId: gus.session.person.id, validMinutes: 60 };
    const [, link = ""] = (await createSignInLink({ ctx, input })).path.split("=");
    await ask(gus, "gus@new.example");
    await confirm(linkTo("gus@new.example"));
    const chosen = { token: reset, password: "chosen by somebody" };
    await expect(resetPassword({ accounts, origin, input: chosen })).rejects.toMatchObject({
      code: "not-found",
    });
    await expect(openSessionByLink({ services: test.services, input: { link } })).rejects.toBeInstanceOf(
      HeadroomError,
    );
    expect(await enter("gus@new.example")).toMatchObject({ kind: "signed-in" });
  });

  it("is asked for five times an hour at most", async () => {
    const hal = await newPerson("hal@old.example");
    for (const at of [1, 2, 3, 4, 5]) await ask(hal, `hal@new${at}.example`);
    await expect(ask(hal, "hal@new6.example")).rejects.toMatchObject({ code: "too-many-attempts" });
  });
});
