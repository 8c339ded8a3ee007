import { DAY_MILLIS } from "@headroom/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deleteExperiment } from "../experiment/delete.ts";
import { getExperiment } from "../experiment/get.ts";
import { addServiceEvents } from "../service-event/add.ts";
import { Importing, sampleSource, steadySamples } from "../testing/index.ts";
import { updateWorkspaceSettings } from "../workspace/settings-update.ts";
import { openBadge } from "./open.ts";
import { setBadge } from "./set.ts";

/** Long enough to be sure of a verdict. */
const SAMPLES = steadySamples({ seconds: 300, perSecond: 20 });

let world: Importing;
let experimentId: string;
beforeAll(async () => {
  world = await Importing.open();
  await upload({ target: ["p99 <= 1 s"], branch: "main" });
  const found = await world.inHome((tx) => tx.prisma.experiment.findFirstOrThrow({}));
  experimentId = found.id;
});
afterAll(() => world.close());

const upload = (parameters: object) =>
  world.upload({ experiment: "Mix", ...parameters }, sampleSource(SAMPLES)).then(() => world.decideAll());
const set = (on: boolean, ctx = world.home.owner) => setBadge({ ctx, input: { experimentId, body: { on } } });
const turnedOn = async () => {
  const { path } = await set(true);
  return /^\/badge\/(.+)\.svg$/.exec(path ?? "")?.[1] ?? "";
};
const inDays = (days: number) => new Date((SAMPLES[0]?.completedAtMicros ?? 0) / 1_000 + days * DAY_MILLIS);
const open = async (token: string, daysLater = 0) => {
  const clock = () => inDays(daysLater);
  return openBadge({ services: { ...world.test.services, clock }, input: { token } });
};

describe("a badge", () => {
  it("is there once it is turned on, and has another address after it was off", async () => {
    const token = await turnedOn();
    expect(await turnedOn()).toBe(token);
    expect(await open(token)).toMatchObject({ name: "Mix", words: "holds", tone: "good" });
    const detail = await getExperiment({ ctx: world.home.viewer, input: { experimentId } });
    expect(detail.badge).toBe(`/badge/${token}.svg`);
    expect(await set(false)).toEqual({ path: null });
    await expect(open(token)).rejects.toMatchObject({ code: "not-found" });
    expect(await turnedOn()).not.toBe(token);
    const audit = await world.inHome((tx) =>
      tx.prisma.auditEntry.findMany({ where: { action: "experiment.badge" } }),
    );
    const told = audit.map(({ detail: about }) => about);
    expect(told).toHaveLength(3);
    expect(told).toEqual(expect.arrayContaining([true, false].map((on) => ({ name: "Mix", on }))));
  });

  it("is about the default branch and the present targets, and not for ever", async () => {
    const token = await turnedOn();
    await upload({ target: ["p99 <= 1 us"], branch: "faster" });
    expect(await open(token)).toMatchObject({ words: "holds" });
    await upload({ branch: "main", simulated: "true" });
    expect(await open(token)).toMatchObject({ words: "holds" });
    expect(await open(token, 46)).toMatchObject({ words: "out of date", tone: "neutral" });
    await upload({ target: ["p99 <= 1 us"] });
    expect(await open(token)).toMatchObject({ words: "misses", tone: "bad" });
  });

  it("isn't green once more has been deployed than the workspace allows", async () => {
    await upload({ target: ["p99 <= 1 s"] });
    const token = await turnedOn();
    const ctx = { ...world.home.owner, clock: () => inDays(3) };
    const { slug } = await world.inHome((tx) => tx.prisma.service.findFirstOrThrow({}));
    const deploys = [1, 2].map((day) => {
      return { kind: "deploy", title: `v${day}`, at: inDays(day).toISOString() };
    });
    await addServiceEvents({ ctx, input: { service: slug, body: deploys } });
    expect(await open(token, 3)).toMatchObject({ words: "holds", tone: "good" });
    await updateWorkspaceSettings({ ctx, input: { proofDeploys: 1 } });
    expect(await open(token, 1.5)).toMatchObject({ words: "holds", tone: "good" });
    expect(await open(token, 3)).toMatchObject({ words: "many deploys old", tone: "unsure" });
  });

  it("is refused to viewers, isn't set next door, and is nobody's guess", async () => {
    await expect(set(true, world.home.viewer)).rejects.toMatchObject({ code: "scope-missing" });
    await expect(set(true, world.foreign.owner)).rejects.toMatchObject({ code: "not-found" });
    const token = await turnedOn();
    for (const guess of [
      "",
      "x",
      token.slice(1),
      `${token}A`,
      `B${token.slice(1)}`,
      "A".repeat(43),
      "é".repeat(43),
    ])
      await expect(open(guess), guess).rejects.toMatchObject({ code: "not-found" });
  });

  it("is gone with its experiment", async () => {
    const token = await turnedOn();
    await deleteExperiment({ ctx: world.home.owner, input: { experimentId, confirmation: "Mix" } });
    await expect(open(token)).rejects.toMatchObject({ code: "not-found" });
  });
});
