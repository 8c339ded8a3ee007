import { expect, it } from "vitest";
import { prepareUsage } from "./prepare-usage.ts";

const storage = { usedBytes: 0, runBytes: 0, fileBytes: 0, trafficBytes: 0, deletedBytes: 0, maxBytes: null };
const usage = (days: [string, number, number, number][], uploadsPerDay: number | null = null) => ({
  workspace: "shop",
  quota: { uploadsPerDay, storedBytes: null },
  runs: 1_234,
  runSeries: 20,
  liveSeries: 0,
  storage,
  days: days.map(([day, uploads, samples, bytes]) => ({ day, uploads, samples, bytes })),
});

it("adds up what was uploaded, and lists the days that had any", () => {
  const model = prepareUsage(
    usage([
      ["2026-11-25", 2, 1_500_000, 3_000_000],
      ["2026-11-26", 0, 0, 0],
      ["2026-11-27", 1, 500_000, 1_000_000],
    ]),
  );
  expect(model.sentence).toEqual({
    lead: "3 uploads in the last 30 days.",
    rest: "2M samples, 4 MB received.",
  });
  expect(model.days).toMatchObject([
    { day: "27 Nov 2026", uploads: "1", samples: "500,000" },
    { day: "25 Nov 2026", uploads: "2", samples: "1,500,000" },
  ]);
  expect(model.holds[0]).toMatchObject({ name: "Runs", value: "1,234" });
});

it("says so if nothing was uploaded, although there are runs", () => {
  const { sentence, days } = prepareUsage(usage([["2026-11-27", 0, 0, 0]]));
  expect([sentence.lead, days]).toEqual(["No uploads in the last 30 days.", []]);
});

it.each([
  [3, null, "3 uploads today. This workspace has no quota of uploads.", "3 uploads in the last 30 days."],
  [412, 500, "412 of 500 uploads today.", "412 uploads in the last 30 days."],
  [500, 500, "500 of 500 uploads today.", "All of today's 500 uploads are used."],
  // A live run of many writers counts when it ends.
  [501, 500, "501 of 500 uploads today.", "All of today's 500 uploads are used."],
  [0, 0, "0 of 0 uploads today.", "Uploads are turned off."],
])("says what is left of the quota: %d uploads of %s", (uploads, quota, text, lead) => {
  const { uploadsToday, sentence } = prepareUsage(usage([["2026-11-27", uploads, 1, 1]], quota));
  expect([uploadsToday.text, sentence.lead]).toEqual([text, lead]);
});
