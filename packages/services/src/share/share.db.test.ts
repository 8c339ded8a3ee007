import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contextOf, type Context } from "../context.ts";
import { getRun } from "../run/get.ts";
import { checkToken } from "../token/check.ts";
import { createToken } from "../token/create.ts";
import { Importing, TEST_WEB_URL } from "../testing/index.ts";
import { createShare } from "./create.ts";
import { getSharedComparison } from "./get-comparison.ts";
import { getSharedRun, getSharedTimeline, getSharedWindow } from "./get-run.ts";
import { listShares } from "./list.ts";
import { openShare } from "./open.ts";
import { revokeShare } from "./revoke.ts";
import type { ShareContext } from "./share-context.ts";
import type { ShareSubject } from "./subject.ts";
import { unlockShare } from "./unlock.ts";

const DAY_SECONDS = 86_400;
const signingSecret = randomBytes(32);
let world: Importing;
let runIds: string[];
let foreignRun: string;
beforeAll(async () => {
  world = await Importing.open();
  const uploaded = [
    await world.upload({
      experiment: "Mix",
      notes: "for Ada",
      ci: "https://ci.example/7",
      label: ["team=a"],
    }),
    await world.upload({ experiment: "Mix" }),
    await world.upload({ experiment: "Other" }),
  ];
  runIds = uploaded.map(({ answer }) => answer.run.id);
  const { foreign } = world;
  foreignRun = (await world.upload({ experiment: "Theirs" }, undefined, { ctx: foreign.owner })).answer.run
    .id;
});
afterAll(() => world.close());

const runAt = (at: number) => runIds[at] ?? "";
const subjectOf = (at = 0): ShareSubject => ({ kind: "run", runId: runAt(at) });
const pair = (): ShareSubject => ({ kind: "comparison", runIds: [runAt(1), runAt(0)] });
const share = (input: Partial<Parameters<typeof createShare>[0]["input"]> = {}, ctx = world.home.owner) =>
  createShare({ ctx, input: { subject: subjectOf(), ...input } });
const secretOf = ({ path }: { path: string }) => path.slice("/share/".length);
const open = (secret: string, proof: string | null = null, counted = true) =>
  openShare({ services: world.test.services, input: { secret, proof, signingSecret, counted } });
const opened = async (
  input: Partial<Parameters<typeof createShare>[0]["input"]> = {},
): Promise<ShareContext> => {
  const found = await open(secretOf(await share(input)));
  if (found.state !== "open") throw new Error("the link is locked");
  return found.ctx;
};
const list = (subject: ShareSubject, ctx: Context = world.home.owner) =>
  listShares({ ctx, input: { subject } });
const actionsOf = async (id: string) =>
  (
    await world.inHome((tx) =>
      tx.prisma.auditEntry.findMany({ where: { subjectId: id }, orderBy: { at: "asc" } }),
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

  it("is over at once when it is revoked, and when its time is", async () => {
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
      proof.replace(/^\d+/, (end) => `${Number(end) + 1}`),
      "",
      ".",
    ])
      expect(await open(secretOf(one), wrong)).toEqual({ state: "locked" });
    expect(await open(secretOf(other), proof)).toEqual({ state: "locked" });
    world.test.pass(12 * 3_600);
    expect(await open(secretOf(one), proof)).toEqual({ state: "locked" });
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

describe("rights", () => {
  it("to share, see and revoke links are the editors'", async () => {
    const made = await share();
    const reader = await checkToken({
      services: world.test.services,
      input: { secret: world.home.readToken },
    });
    for (const ctx of [world.home.viewer, reader]) {
      await expect(share({}, ctx)).rejects.toMatchObject({ code: "scope-missing" });
      await expect(list(subjectOf(), ctx)).rejects.toMatchObject({ code: "scope-missing" });
      await expect(revokeShare({ ctx, input: { shareId: made.id } })).rejects.toMatchObject({
        code: "scope-missing",
      });
    }
  });

  it("end at the workspace: what is next door is not found", async () => {
    const made = await share();
    const ctx = world.foreign.owner;
    for (const attempt of [
      () => share({}, ctx),
      () => list(subjectOf(), ctx),
      () => revokeShare({ ctx, input: { shareId: made.id } }),
      () => share({ subject: { kind: "run", runId: foreignRun } }),
      () => share({ subject: { kind: "comparison", runIds: [runAt(0), foreignRun] } }),
      () => share({ subject: { kind: "run", runId: "not-an-id" } }),
      () => revokeShare({ ctx: world.home.owner, input: { shareId: "not-an-id" } }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "not-found" });
  });

  it("of a token that is held to one service end at that service", async () => {
    const made = await share();
    const other = await world.upload({ service: "Elsewhere", experiment: "Mix" });
    const { serviceId } = await world.inHome((tx) =>
      tx.prisma.run.findUniqueOrThrow({ where: { id: other.answer.run.id }, select: { serviceId: true } }),
    );
    const { secret } = await createToken({
      ctx: world.home.owner,
      input: { name: "held", scopes: ["manage", "read"], serviceId },
    });
    const ctx = await checkToken({ services: world.test.services, input: { secret } });
    await expect(share({}, ctx)).rejects.toMatchObject({ code: "not-found" });
    await expect(revokeShare({ ctx, input: { shareId: made.id } })).rejects.toMatchObject({
      code: "not-found",
    });
    await expect(share({ subject: { kind: "run", runId: other.answer.run.id } }, ctx)).resolves.toBeDefined();
  });
});

describe("whoever opened a link", () => {
  it("reads its runs without what is the workspace's own", async () => {
    const ctx = await opened();
    const input = { runId: runAt(0), webUrl: TEST_WEB_URL };
    const [shown, whole] = [
      await getSharedRun({ ctx, input }),
      await getRun({ ctx: world.home.owner, input }),
    ];
    expect(shown.answer.summary).toEqual(whole.answer.summary);
    expect(whole).toMatchObject({ notes: "for Ada", ciUrl: "https://ci.example/7", labels: { team: "a" } });
    expect(shown).toMatchObject({ notes: null, ciUrl: null, labels: {}, parts: [] });
    expect(Object.keys(shown).filter((name) => !SHOWN.has(name) && !HIDDEN.has(name))).toEqual([]);
    const timeline = await getSharedTimeline({ ctx, input: { runId: runAt(0), mostPoints: 100 } });
    expect(timeline.points.length).toBeGreaterThan(10);
  });

  it("sees no other run: not one of the same experiment, not one next door, not one that is none", async () => {
    const ctx = await opened();
    const said: unknown[] = [];
    for (const runId of [runAt(1), runAt(2), foreignRun, world.test.services.newId(), "x", ""]) {
      for (const attempt of [
        getSharedRun({ ctx, input: { runId, webUrl: TEST_WEB_URL } }),
        getSharedTimeline({ ctx, input: { runId, mostPoints: 100 } }),
        getSharedWindow({ ctx, input: { runId } }),
      ])
        said.push(
          await attempt.catch(({ code, message }: { code: string; message: string }) => [code, message]),
        );
    }
    expect(new Set(said.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(said[0]).toMatchObject(["not-found", expect.any(String)]);
  });

  it("of a comparison sees its runs in their order", async () => {
    const ctx = await opened({ subject: pair() });
    const compared = await getSharedComparison({ ctx, input: { labels: 10, webUrl: TEST_WEB_URL } });
    expect(compared.runs.map(({ id, notes }) => [id, notes])).toEqual([
      [runAt(1), null],
      [runAt(0), null],
    ]);
  });

  it("gets no baseline that the link does not show", async () => {
    const experimentId = await world.inHome(async (tx) => {
      const { experimentId: id } = await tx.prisma.run.findUniqueOrThrow({ where: { id: runAt(0) } });
      await tx.prisma.experiment.update({ where: { id }, data: { baselineRunId: runAt(0) } });
      return id;
    });
    const { answer } = await world.upload({ experiment: "Mix" });
    expect(answer.comparison?.baseline.id).toBe(runAt(0));
    const ctx = await opened({ subject: { kind: "run", runId: answer.run.id } });
    const shown = await getSharedRun({ ctx, input: { runId: answer.run.id, webUrl: TEST_WEB_URL } });
    expect(shown.answer.comparison).toBeNull();
    await world.inHome((tx) =>
      tx.prisma.experiment.update({ where: { id: experimentId }, data: { baselineRunId: null } }),
    );
  });

  it("is answered by no verb of members, for the runs of the link either", async () => {
    const ctx = await opened();
    expect(await everyVerbOfMembers(ctx)).toEqual([]);
  });
});

/** What strangers see of a run, and what they do not: a new field is in neither until someone has thought of it. */
const SHOWN = new Set([
  ...["answer", "number", "service", "experiment", "environment", "commit", "branch", "loadModel"],
  ...["targetTexts", "steady", "steadyByHand", "span", "publishedAt", "workload", "isBaseline", "origin"],
  "gaugesTotal",
]);
const HIDDEN = new Set(["notes", "labels", "ciUrl", "parts", "editedAt"]);

/** Every exported function of the package that takes a context, asked as a guest: the names of those that answer. */
async function everyVerbOfMembers(ctx: ShareContext): Promise<string[]> {
  const verbs: Record<string, unknown> = await import("../index.ts");
  const ofGuests = new Set([
    "getSharedRun",
    "getSharedTimeline",
    "getSharedWindow",
    "getSharedComparison",
    "getSharedStatistics",
  ]);
  const answered: string[] = [];
  let asked = 0;
  for (const [name, verb] of Object.entries(verbs)) {
    if (typeof verb !== "function" || ofGuests.has(name) || !takesContext(verb)) continue;
    asked += 1;
    const refusal = await refusalOf(verb, ctx, READS_FIRST[name]);
    if (refusal !== "not-found") answered.push(`${name}: ${refusal}`);
  }
  expect(asked).toBeGreaterThan(40);
  return answered;
}

/** As every verb begins: `async function verb({ ctx, input …`, or `given` with both. */
function takesContext(verb: object): boolean {
  return /^async function \w+\((\{\s*ctx\b|given\))/.test(Function.prototype.toString.call(verb));
}

/** What those verbs take that read their input before they ask for a right. */
const READS_FIRST: Readonly<Record<string, object>> = {
  removeMember: { personId: "01939f6e-7c1a-7b7e-9c55-0f0c8a4f6f10" },
};

async function refusalOf(verb: object, ctx: ShareContext, own: object | undefined): Promise<string> {
  const runId = ctx.actor.runIds[0] ?? "";
  const input = {
    runId,
    runIds: [runId],
    subject: { kind: "run", runId },
    parameters: {},
    purpose: { kind: "upload" },
  };
  try {
    await Reflect.apply(verb as () => unknown, undefined, [
      { ctx, input: own ?? input, uploads: world.uploads },
    ]);
    return "answered";
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
}

it("a guest's context is made by a link alone", () => {
  const actor = { kind: "share", id: "x", runIds: [] } as const;
  const ctx = contextOf(world.test.services, world.home.workspaceId, actor);
  return expect(getRun({ ctx, input: { runId: runAt(0), webUrl: TEST_WEB_URL } })).rejects.toMatchObject({
    code: "not-found",
  });
});
