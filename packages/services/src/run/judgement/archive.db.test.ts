import { afterAll, beforeAll, expect, it } from "vitest";
import { DAY_SECONDS } from "@headroom/core";
import { readListedRuns } from "@headroom/db";
import { NotedRuns, TEST_WEB_URL as webUrl } from "../../testing/index.ts";
import { getRunVerdict } from "./get-verdict.ts";

let runs: NotedRuns;
beforeAll(async () => {
  runs = await NotedRuns.open();
});
afterAll(() => runs.importing.close());

async function upload(daysAgo: number, more: Record<string, string> = {}) {
  const earlier = daysAgo * DAY_SECONDS * 1e6;
  const samples = runs
    .samples(1)
    .map((one) => ({ ...one, completedAtMicros: one.completedAtMicros - earlier }));
  const id = await runs.upload("Archive", samples, { target: "p99 <= 5 s", ...more });
  await runs.settle(id);
  return id;
}

async function placeOf(runId: string) {
  const ctx = runs.importing.home.viewer;
  const { judgement } = await getRunVerdict({ ctx, input: { runId, parameters: {}, webUrl } });
  return judgement?.findings.find(({ kind }) => kind === "run-state") ?? null;
}

it("an old run has its place by its upload and says so, unless it is from an archive", async () => {
  const present = await upload(0);
  const [old, later, archived] = [await upload(45), await upload(-2), await upload(45, { archive: "true" })];
  const before = await runs.importing.inHome((tx) =>
    readListedRuns(tx, { serviceId: null, placedBefore: { id: present }, limit: 10 }),
  );
  expect(before.map(({ id }) => id)).toEqual([archived]);
  expect(await placeOf(old)).toMatchObject({
    effect: "note",
    code: "began-long-ago",
    unit: "days",
    words:
      "Its times say that it began 45 days before its upload, so its place among other runs is that of its upload. If it is from an archive, upload it with archive=true.",
  });
  expect(await placeOf(later)).toMatchObject({ effect: "note", code: "begins-later" });
  expect([await placeOf(present), await placeOf(archived)]).toEqual([null, null]);
});
