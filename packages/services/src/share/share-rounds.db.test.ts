import type { ShareSubject } from "@headroom/contract";
import { afterAll, describe, expect, it } from "vitest";
import { listAuditLog } from "../audit-log/list.ts";
import { engineHere } from "../comparison/engine.ts";
import { getRoundsComparison } from "../comparison/get-rounds.ts";
import { workComparison } from "../comparison/work-comparison.ts";
import { deleteRun } from "../run/edit/delete.ts";
import { sampleSource, steadySamples, TEST_WEB_URL as webUrl } from "../testing/index.ts";
import { createShareFrom, listSharesOf } from "./by-api.ts";
import { createShare } from "./create.ts";
import { watchSharedPeakDay } from "./get-peak-day.ts";
import { readFrozenRounds } from "./frozen-rounds.ts";
import { getSharedReadiness } from "./get-readiness.ts";
import { getSharedRounds } from "./get-rounds.ts";
import { getSharedRun } from "./get-run.ts";
import { nameShared } from "./name.ts";
import { revokeShare } from "./revoke.ts";
import { openShareWorld } from "../testing/share-world.ts";
import { unlockShare } from "./unlock.ts";

const { world, runAt, share, secretOf, open, opened, list, signingSecret } = await openShareWorld();
afterAll(() => world.close());

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };
const START = 1_700_000_000;
let uploaded = 0;

/** Each a day later than the one before. */
async function upload(experiment: string, round: string, times = 1, about: object = {}): Promise<string> {
  uploaded += 1;
  const samples = steadySamples({ seconds: 60, perSecond: 20, startSeconds: START + uploaded * 86_400 });
  const slower = samples.map((sample, at) => ({
    ...sample,
    latencyMicros: Math.round(sample.latencyMicros * times * (1 + (at % 7) / 100)),
  }));
  const metadata = { service: "Shop", experiment, commit: "4b1c9e2", notes: "for Ada", price: "0.004 USD/s" };
  const more = { configuration: [`round=${round}`], target: ["p99 <= 200 ms"], environment: "staging" };
  return (await world.upload({ ...metadata, ...more, ...about }, sampleSource(slower))).answer.run.id;
}

const before = await upload("Peak mix", "1", 3);
const after = await upload("Peak mix", "2");
const alone = await upload("Alone", "1");
const rounds = { by: "configuration", key: "round", before: "1", after: "2" } as const;
const subject: ShareSubject = { kind: "rounds", service: "shop", rounds };
const freeze = { keepDays };
const create = (frozen: boolean) =>
  createShare({ ctx: world.home.owner, input: { subject }, freeze: frozen ? freeze : null });

async function guest(frozen: boolean) {
  const made = await create(frozen);
  const found = await open(secretOf(made));
  if (found.state !== "open") throw new Error("the link is locked");
  return { made, ctx: found.ctx };
}

/** Compares what waits to be compared. */
async function work(): Promise<void> {
  const rows = await world.inHome((tx) => tx.prisma.pairStatistics.findMany({ where: { state: "queued" } }));
  const digests = rows.map(({ digest }) => Buffer.from(digest).toString("hex")).join(" ");
  const payload = { workspaceId: world.home.workspaceId, digests };
  const job = { payload, last: true, signal: new AbortController().signal };
  await workComparison({ services: world.test.services, job, engine: engineHere(100) });
}

describe("a share link of rounds", () => {
  it("is created by API, named, listed with its rounds alone, revoked, and audited", async () => {
    const made = await createShareFrom({
      ctx: world.home.owner,
      keepDays,
      input: { body: { subject }, webUrl },
    });
    const secret = made.url.slice(made.url.lastIndexOf("/") + 1);
    const found = await open(secret);
    expect(found).toMatchObject({ state: "open", subject: { kind: "rounds" } });
    if (found.state === "open")
      expect(await nameShared({ ctx: found.ctx })).toEqual({
        title: "Shop, round 1 and round 2",
        description: "Load tests of Shop, first round against second",
      });
    const listed = async (parameters: object) =>
      (await listSharesOf({ ctx: world.home.owner, input: { parameters } })).shares.map(({ id }) => id);
    expect(await listed({ service: "shop", key: "round", before: "1", after: "2" })).toEqual([made.id]);
    expect(await listed({ service: "shop", key: "round", before: "2", after: "1" })).toEqual([]);
    expect(await listed({ service: "shop", split: "2026-11-05" })).toEqual([]);
    await revokeShare({ ctx: world.home.owner, input: { shareId: made.id } });
    await expect(open(secret)).rejects.toMatchObject({ code: "not-found" });
    const { lines } = await listAuditLog({ ctx: world.home.owner, input: { actions: [] } });
    expect(
      lines
        .filter(({ subjectId }) => subjectId === made.id)
        .map(({ action, subjectName }) => `${action} ${subjectName}`)
        .toSorted(),
    ).toEqual(["share.create rounds of Shop", "share.revoke rounds of Shop"]);
  });

  it("can't be created for a service that doesn't exist or is in another workspace, or by people who only read", async () => {
    await world.upload({ service: "Theirs", experiment: "x" }, undefined, { ctx: world.foreign.owner });
    for (const service of ["theirs", "none", ""])
      for (const frozen of [null, freeze]) {
        const input = { subject: { ...subject, service } };
        for (const attempt of [
          () => createShare({ ctx: world.home.owner, input, freeze: frozen }),
          () => list(input.subject),
        ])
          await expect(attempt()).rejects.toMatchObject({ code: "not-found" });
      }
    await expect(share({ subject }, world.foreign.owner)).rejects.toMatchObject({ code: "not-found" });
    await expect(share({ subject }, world.home.viewer)).rejects.toMatchObject({ code: "scope-missing" });
    const elsewhere = {
      ...({ kind: "token", id: world.test.services.newId(), scopes: ["manage", "read"] } as const),
      serviceId: world.test.services.newId(),
    };
    const limited = { ...world.home.owner, actor: elsewhere };
    const made = await share({ subject });
    for (const attempt of [
      () => share({ subject }, limited),
      () => revokeShare({ ctx: limited, input: { shareId: made.id } }),
      () => revokeShare({ ctx: world.foreign.owner, input: { shareId: made.id } }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "not-found" });
    const split = { ...subject, rounds: { by: "date" as const, split: "2026-02-31" } };
    await expect(share({ subject: split })).rejects.toMatchObject({ code: "parameter-unreadable" });
  });

  it("ends when it expires, and asks for its passphrase", async () => {
    const made = await share({ subject, expiresInDays: 1, passphrase: "correct horse" });
    const secret = secretOf(made);
    expect(await open(secret)).toEqual({ state: "locked" });
    const unlock = (passphrase: string) =>
      unlockShare({ services: world.test.services, input: { secret, passphrase, signingSecret } });
    await expect(unlock("wrong horse")).rejects.toMatchObject({ code: "unauthenticated" });
    expect(await open(secret, (await unlock("correct horse")).proof)).toMatchObject({ state: "open" });
    world.test.pass(86_400);
    await expect(open(secret)).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("a guest with the link of rounds", () => {
  it("sees what members see, without notes, commits, prices and addresses", async () => {
    const { ctx } = await guest(false);
    const { report, frozen } = await getSharedRounds({ ctx });
    const whole = await getRoundsComparison({
      ctx: world.home.viewer,
      input: { serviceSlug: "shop", rounds, webUrl },
    });
    expect(frozen).toBeNull();
    expect(report.comparison.rows.map(({ experiment, state }) => [experiment.name, state])).toEqual([
      ["Peak mix", "pair"],
      ["Alone", "no-second-run"],
    ]);
    expect(report.comparison.rows[0]).toMatchObject({ before: { id: before }, after: { id: after } });
    expect(report.comparison.rows.map(({ metrics }) => metrics)).toEqual(
      whole.rows.map(({ metrics }) => metrics),
    );
    expect(whole.rows[0]?.before).toMatchObject({ notes: "for Ada", commit: "4b1c9e2" });
    expect(JSON.stringify(report)).not.toMatch(/for Ada|4b1c9e2|0\.004|\/runs\//);
    expect(report.statistics.pairs).toMatchObject([{ before: [before], after: [after] }]);
  });

  it("reaches nothing else, and guests of anything else don't reach the rounds", async () => {
    const { ctx } = await guest(false);
    for (const attempt of [
      () => getSharedRun({ ctx, input: { runId: before, webUrl } }),
      () => getSharedReadiness({ ctx, keepDays }),
      () => watchSharedPeakDay({ ctx, input: { webUrl, keepDays } }),
      () => getRoundsComparison({ ctx, input: { serviceSlug: "shop", rounds, webUrl } }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: "not-found" });
    const ofRun = await opened({ subject: { kind: "run", runId: runAt(0) } });
    await expect(getSharedRounds({ ctx: ofRun })).rejects.toMatchObject({ code: "not-found" });
  });
});

describe("frozen rounds", () => {
  it("wait until their runs are compared", async () => {
    const links = await list(subject);
    await expect(create(true)).rejects.toMatchObject({ code: "in-progress", retryAfterSeconds: 3 });
    expect(await list(subject)).toHaveLength(links.length);
    await work();
    expect((await list(subject)).length).toBeLessThan((await guest(true), await list(subject)).length);
  });

  it("never change, and say what contradicts them", async () => {
    const [{ ctx: frozen }, { ctx: live }] = [await guest(true), await guest(false)];
    const first = await getSharedRounds({ ctx: frozen });
    expect(first.frozen).toMatchObject({ contradicted: [], changes: [], working: false });
    expect(first.report.statistics.pairs).toMatchObject([{ state: "ready" }]);

    const other = await upload("Peak mix", "3", 9);
    expect((await getSharedRounds({ ctx: frozen })).frozen?.contradicted).toEqual([
      "Peak mix: run 3 missed a target.",
    ]);
    await deleteRun({ ctx: world.home.owner, input: { runId: other } });
    expect((await getSharedRounds({ ctx: frozen })).frozen?.contradicted).toEqual([]);

    const branch = await upload("Peak mix", "3", 9, { branch: "try-it" });
    expect((await getSharedRounds({ ctx: frozen })).frozen?.contradicted).toEqual([]);

    const later = await upload("Peak mix", "2", 9);
    const contradicted = ["Peak mix: run 5 missed a target."];
    expect((await getSharedRounds({ ctx: frozen })).frozen?.contradicted).toEqual(contradicted);
    const newest = await upload("Peak mix", "3", 0.01, { branch: "try-it" });
    expect((await getSharedRounds({ ctx: frozen })).frozen?.contradicted).toEqual(contradicted);
    for (const runId of [branch, newest]) await deleteRun({ ctx: world.home.owner, input: { runId } });

    await upload("Newcomer", "1");
    const working = await getSharedRounds({ ctx: frozen });
    expect(working.report).toEqual(first.report);
    expect(working.frozen).toMatchObject({
      contradicted,
      changes: ["Peak mix: run 5 missed a target.", "Newcomer is new."],
      working: true,
    });
    expect((await getSharedRounds({ ctx: live })).report.comparison.rows[0]?.after?.id).toBe(later);
    await work();
    expect((await getSharedRounds({ ctx: frozen })).frozen?.working).toBe(false);
  });

  it("of earlier versions, which have no judgements, are judged by what was stored with them", async () => {
    const { made } = await guest(true);
    const { frozen } = await world.inHome((tx) =>
      tx.prisma.shareLink.findUniqueOrThrow({ where: { id: made.id }, select: { frozen: true } }),
    );
    const { report } = readFrozenRounds(frozen);
    expect(report.statistics.pairs[0]?.judgement?.findings.length).toBeGreaterThan(0);
    const withoutJudgements = JSON.stringify(frozen, (key, value: unknown) =>
      key === "judgement" ? undefined : value,
    );
    expect(readFrozenRounds(JSON.parse(withoutJudgements) as typeof frozen).report).toEqual(report);
  });

  it("outlive their runs", async () => {
    const { ctx } = await guest(true);
    await deleteRun({ ctx: world.home.owner, input: { runId: alone } });
    const { report, frozen } = await getSharedRounds({ ctx });
    expect(report.comparison.rows.find(({ experiment }) => experiment.name === "Alone")).toMatchObject({
      before: { id: alone },
    });
    expect(frozen).toMatchObject({ contradicted: [], changes: ["Alone: run 1 no longer counts."] });
  });
});

it("a link shows what was changed only if its creator chose so, frozen or not", async () => {
  await upload("Peak mix", "2", 1, { changed: "faster" });
  const words = async (frozen: boolean, configuration: boolean) => {
    const freezing = frozen ? freeze : null;
    await work();
    const made = await createShare({
      ctx: world.home.owner,
      input: { subject, configuration },
      freeze: freezing,
    });
    const found = await open(secretOf(made));
    if (found.state !== "open") throw new Error("the link is locked");
    const { report } = await getSharedRounds({ ctx: found.ctx });
    return report.comparison.rows.flatMap((row) =>
      row.comparability === null ? [] : [[row.comparability.whatChanged?.words, row.after?.configuration]],
    );
  };
  const shown = [["faster", { round: "2" }]];
  const hidden = [[undefined, {}]];
  expect(await words(false, true)).toEqual(shown);
  expect(await words(false, false)).toEqual(hidden);
  // The first read asks for the comparison.
  expect(await words(true, true)).toEqual(shown);
  expect(await words(true, false)).toEqual(hidden);
});
