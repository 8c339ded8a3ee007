import type { ShareSubject } from "@headroom/contract";
import { DAY_SECONDS, HOUR_SECONDS } from "@headroom/core";
import { afterAll, describe, expect, it } from "vitest";
import { listAuditLog } from "../audit-log/list.ts";
import { getMemberPowers } from "../member/get-powers.ts";
import { removeMember } from "../member/remove.ts";
import { addMember } from "../testing/index.ts";
import { revokeShare } from "./revoke.ts";
import { openShareWorld } from "../testing/share-world.ts";
import { unlockShare } from "./unlock.ts";

const { world, runAt, subjectOf, signingSecret, share, secretOf, open, list } = await openShareWorld();
afterAll(() => world.close());

const pair = (): ShareSubject => ({ kind: "comparison", runIds: [runAt(1), runAt(0)] });
const actionsOf = async (id: string) =>
  (
    await world.inHome((tx) =>
      tx.prisma.auditEntry.findMany({ where: { subjectId: id }, orderBy: [{ at: "asc" }, { id: "asc" }] }),
    )
  ).map(({ action }) => action);

describe("a share link", () => {
  it("has a secret of 256 bits, of which only the hash is kept, and leaves its audit entries", async () => {
    const made = await share();
    expect(made.path).toMatch(/^\/share\/[\w-]{43}$/);
    const stored = await world.inHome((tx) => tx.prisma.shareLink.findUnique({ where: { id: made.id } }));
    expect(JSON.stringify({ ...stored, openedCount: 0 })).not.toContain(secretOf(made));
    expect(stored?.expiresAt.getTime()).toBe(
      world.test.services.clock().getTime() + 30 * DAY_SECONDS * 1_000,
    );
    await revokeShare({ ctx: world.home.owner, input: { shareId: made.id } });
    await revokeShare({ ctx: world.home.owner, input: { shareId: made.id } });
    expect(await actionsOf(made.id)).toEqual(["share.create", "share.revoke"]);
  });

  it("survives when its author is removed, unless the owner revokes it along with them", async () => {
    const stays = await addMember(world.test.services, world.home, {
      email: "stay@home.example",
      role: "editor",
    });
    const ends = await addMember(world.test.services, world.home, {
      email: "end@home.example",
      role: "editor",
    });
    const [kept, revoked] = [await share({}, stays), await share({}, ends)];
    const { owner: ctx } = world.home;
    expect((await getMemberPowers({ ctx, input: { personId: ends.personId } })).shareLinks).toHaveLength(1);
    await removeMember({ ctx, input: { personId: stays.personId } });
    await removeMember({ ctx, input: { personId: ends.personId, revokeShareLinks: true } });
    expect(await open(secretOf(kept))).toMatchObject({ state: "open" });
    await expect(open(secretOf(revoked))).rejects.toMatchObject({ code: "not-found" });
    expect(await actionsOf(revoked.id)).toEqual(["share.create", "share.revoke"]);
  });

  it("shows its run, counts each look and says when the last one was", async () => {
    const made = await share({ subject: subjectOf(2) });
    world.test.pass(60);
    const found = await open(secretOf(made));
    expect(found).toMatchObject({ state: "open", subject: subjectOf(2) });
    await open(secretOf(made), null, false);
    await open(secretOf(made));
    const [listed] = await list(subjectOf(2));
    expect(listed).toMatchObject({
      id: made.id,
      state: "open",
      openedCount: 2,
      lastOpenedAt: world.test.services.clock(),
      hasPassphrase: false,
      createdBy: "Owner",
    });
  });

  it("ends immediately when it is revoked or expires", async () => {
    const [revoked, expired] = [await share(), await share({ expiresInDays: 1 })];
    await revokeShare({ ctx: world.home.owner, input: { shareId: revoked.id } });
    await expect(open(secretOf(revoked))).rejects.toMatchObject({ code: "not-found" });
    world.test.pass(DAY_SECONDS - 1);
    await expect(open(secretOf(expired))).resolves.toMatchObject({ state: "open" });
    world.test.pass(1);
    const said = await Promise.all(
      [secretOf(revoked), secretOf(expired), "nothing", "", "x".repeat(9_000)].map((secret) =>
        open(secret).catch((error: Error) => error.message),
      ),
    );
    expect(new Set(said).size).toBe(1);
    const states = (await list(subjectOf())).map(({ id, state }) => [id, state]);
    expect(states).toContainEqual([revoked.id, "revoked"]);
    expect(states).toContainEqual([expired.id, "expired"]);
  });

  it("is listed with what it shows, and with nothing else", async () => {
    const made = await share({ subject: pair() });
    expect((await list(pair())).map(({ id }) => id)).toEqual([made.id]);
    expect((await list(subjectOf(1))).map(({ id }) => id)).not.toContain(made.id);
    const turned: ShareSubject = { kind: "comparison", runIds: [runAt(0), runAt(1)] };
    expect(await list(turned)).toEqual([]);
    const underOthers: ShareSubject = { ...turned, positions: [3, 5], reference: runAt(1) };
    expect((await list(underOthers)).map(({ id }) => id)).toEqual([made.id]);
  });

  it("of a comparison keeps the letters of its runs, and which one the others are compared with", async () => {
    const subject: ShareSubject = {
      kind: "comparison",
      runIds: [runAt(2), runAt(0)],
      positions: [3, 0],
      reference: runAt(2),
    };
    expect(await open(secretOf(await share({ subject })))).toMatchObject({
      subject: { runIds: [runAt(0), runAt(2)], positions: [0, 3], reference: runAt(2) },
    });
    expect(await open(secretOf(await share({ subject: pair() })))).toMatchObject({
      subject: { runIds: [runAt(1), runAt(0)], positions: [0, 1], reference: runAt(1) },
    });
  });

  it("of a comparison is refused with letters or a reference that cannot be", async () => {
    const wrong = (more: object) => share({ subject: { ...pair(), ...more } });
    await expect(wrong({ positions: [1, 1] })).rejects.toMatchObject({ field: "positions" });
    await expect(wrong({ positions: [1] })).rejects.toMatchObject({ field: "positions" });
    await expect(wrong({ positions: [0, 26] })).rejects.toMatchObject({ code: "parameter-unreadable" });
    await expect(wrong({ reference: runAt(2) })).rejects.toMatchObject({ field: "reference" });
  });
});

describe("a passphrase", () => {
  it("is asked for, kept as a slow hash, and proved for this link alone", async () => {
    const [one, other] = [
      await share({ passphrase: "correct horse" }),
      await share({ passphrase: "correct horse" }),
    ];
    const stored = await world.inHome((tx) => tx.prisma.shareLink.findUnique({ where: { id: one.id } }));
    expect(stored?.passphraseHash).toMatch(/^scrypt\$/);
    expect(await open(secretOf(one))).toEqual({ state: "locked" });
    const unlock = (passphrase: string) =>
      unlockShare({
        services: world.test.services,
        input: { secret: secretOf(one), passphrase, signingSecret },
      });
    await expect(unlock("wrong horse")).rejects.toMatchObject({
      code: "unauthenticated",
      field: "passphrase",
    });
    const { proof } = await unlock("correct horse");
    expect(await open(secretOf(one), proof)).toMatchObject({ state: "open" });
    for (const wrong of [
      `${proof}x`,
      `9${proof}`,
      proof.replace(/^\d+/, (enteredAt) => `${Number(enteredAt) + 1}`),
      proof.replace(/\.\d+/, (end) => `.${Number(end.slice(1)) + 1}`),
      "",
      ".",
    ])
      expect(await open(secretOf(one), wrong)).toEqual({ state: "locked" });
    expect(await open(secretOf(other), proof)).toEqual({ state: "locked" });
    world.test.pass(12 * HOUR_SECONDS);
    expect(await open(secretOf(one), proof)).toEqual({ state: "locked" });
  });

  it("is remembered while its reader is there, but for seven days at most", async () => {
    const made = await share({ passphrase: "correct horse", expiresInDays: 30 });
    const input = { secret: secretOf(made), passphrase: "correct horse", signingSecret };
    let { proof } = await unlockShare({ services: world.test.services, input });
    const renew = async () => {
      const found = await open(secretOf(made), proof, false);
      if (found.state === "open") proof = found.renewed?.proof ?? "";
      return found.state;
    };
    for (let hour = 6; hour < 7 * 24; hour += 6) {
      world.test.pass(6 * HOUR_SECONDS);
      expect(await renew()).toBe("open");
    }
    world.test.pass(6 * HOUR_SECONDS);
    expect(await renew()).toBe("locked");
    const again = await unlockShare({ services: world.test.services, input });
    expect(await open(secretOf(made), again.proof)).toMatchObject({ state: "open" });
    await revokeShare({ ctx: world.home.owner, input: { shareId: made.id } });
    await expect(open(secretOf(made), again.proof)).rejects.toMatchObject({ code: "not-found" });
  });

  it("that isn't needed isn't proved either", async () => {
    expect(await open(secretOf(await share()))).toMatchObject({ state: "open", renewed: null });
  });

  it("may be guessed ten times in a quarter of an hour, by all who have the link together", async () => {
    const made = await share({ passphrase: "correct horse" });
    const unlock = (passphrase: string) =>
      unlockShare({
        services: world.test.services,
        input: { secret: secretOf(made), passphrase, signingSecret },
      }).then(
        () => "open",
        (error: { code: string }) => error.code,
      );
    const tries = await Promise.all(Array.from({ length: 12 }, (_, at) => unlock(`guess ${at}`)));
    expect(tries.filter((code) => code === "unauthenticated")).toHaveLength(10);
    expect(await unlock("correct horse")).toBe("too-many-attempts");
    world.test.pass(901);
    expect(await unlock("correct horse")).toBe("open");
  });

  it("that is short is refused", async () => {
    await expect(share({ passphrase: "short" })).rejects.toMatchObject({ field: "passphrase" });
  });
});

describe("the audit log", () => {
  it("names a share link by the runs that it shows", async () => {
    const made = [await share({ subject: subjectOf(2) }), await share({ subject: pair() })];
    await revokeShare({ ctx: world.home.owner, input: { shareId: made[1]?.id ?? "" } });
    const { lines } = await listAuditLog({
      ctx: world.home.owner,
      input: { actions: ["share.create", "share.revoke"] },
    });
    const named = (id: string | undefined) =>
      lines
        .filter(({ subjectId }) => subjectId === id)
        .map(({ action, subjectName }) => `${action} ${subjectName}`);
    expect(named(made[0]?.id)).toEqual(["share.create Other, run 1"]);
    expect(named(made[1]?.id).toSorted()).toEqual([
      "share.create Mix, run 2 and Mix, run 1",
      "share.revoke Mix, run 2 and Mix, run 1",
    ]);
  });
});
