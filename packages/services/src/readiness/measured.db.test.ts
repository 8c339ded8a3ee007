import { DAY_MILLIS } from "@headroom/core";
import { afterAll, expect, it } from "vitest";
import { acceptRisk } from "../accepted-risk/accept.ts";
import { createPeakDay } from "../peak-day/create.ts";
import { getSharedReadiness } from "../share/get-readiness.ts";
import { createShare } from "../share/create.ts";
import { openShare } from "../share/open.ts";
import { openShareWorld } from "../testing/share-world.ts";
import { savePeakExperiment, uploadRun } from "../testing/peak-runs.ts";
import { TEST_WEB_URL as webUrl } from "../testing/index.ts";
import { getHeadroom } from "./get-headroom.ts";
import { getNextPeakDay } from "./next-peak-day.ts";
import { getReadiness } from "./get-readiness.ts";

const { world, secretOf, signingSecret } = await openShareWorld();
afterAll(() => world.close());

const keepDays = { 1: 2, 10: 14, 60: 90, 600: 730 };
const owner = { ...world.home.owner, clock: () => new Date() };
const inDays = (days: number) => new Date(Date.now() + days * DAY_MILLIS).toISOString().slice(0, 19) + "Z";

/** What a reader sees: the rules and targets are said of no run. */
function textsIn(answer: unknown): string[] {
  if (typeof answer === "string") return [answer];
  if (answer === null || typeof answer !== "object") return [];
  return Object.entries(answer).flatMap(([key, value]) => (key === "rules" ? [] : textsIn(value)));
}

it("no answer calls what missed its targets proven, for members and for guests", async () => {
  await savePeakExperiment(world, "Slow", { targets: ["p99 <= 200 ms"] });
  const run = { experiment: "Slow", millis: 240, environment: "staging", branch: "faster" };
  const { id: runId } = await uploadRun(world, run);
  const body = { target: "p99 <= 200 ms", reason: "Far above the peak.", until: inDays(30) };
  await acceptRisk({ ctx: owner, input: { runId, body } });
  const times = { startsAt: inDays(5), endsAt: inDays(6), eventAt: inDays(5.3) };
  const day = { service: "checkout", name: "Sale", timeZone: "UTC", eventName: "start", expectedPeak: 4 };
  const { id } = await createPeakDay({ ctx: owner, input: { webUrl, body: { ...day, ...times } } });
  const share = await createShare({
    ctx: owner,
    input: { subject: { kind: "readiness", peakDayId: id } },
    freeze: null,
  });
  const opened = await openShare({
    services: { ...world.test.services, clock: owner.clock },
    input: { secret: secretOf(share), proof: null, signingSecret, counted: true },
  });
  if (opened.state !== "open") throw new Error("the link is locked");
  const report = await getReadiness({ ctx: owner, keepDays, input: { id } });
  expect(report.experiments).toMatchObject([{ state: "accepted", throughput: expect.closeTo(10, 0) }]);
  for (const answer of [
    report,
    await getHeadroom({ ctx: owner, keepDays, input: { service: "checkout" } }),
    await getNextPeakDay({ ctx: owner, keepDays }),
    await getSharedReadiness({ ctx: opened.ctx, keepDays }),
  ]) {
    const texts = textsIn(answer);
    expect(texts).toContain("was measured on staging. The peak takes place on production.");
    expect(texts.filter((text) => /\b(proven|proved|proves)\b/i.test(text))).toEqual([]);
  }
});
