import { expect, it } from "vitest";
import { prepareUnsure } from "./prepare-unsure.ts";

const latest = {
  id: "r1",
  number: 7,
  experiment: { id: "e1", name: "Mix" },
  service: { name: "Checkout" },
  publishedAt: new Date("2026-11-20T10:00:00Z"),
};
const next = {
  action: "run-longer",
  runs: null,
  requests: null,
  seconds: 600,
  words: "Run it for about 10m.",
} as const;

it("lists why runs are unsure, how many of them, and what to do about the latest", () => {
  const { lead, rest, rows } = prepareUnsure({
    groups: [{ reason: "chance", count: 3, latest, next }],
    unsure: 4,
    judged: 20,
  });
  expect([lead, rest]).toEqual(["4 unsure runs.", "20 runs judged in the last 30 days."]);
  expect(rows).toEqual([
    {
      reason: "Too few requests for a target",
      count: "3 runs",
      share: "75.0%",
      latest: { href: "/runs/r1", text: "Mix, run 7", service: "Checkout", at: "2026-11-20T10:00:00.000Z" },
      next: {
        words: "Run it for about 10m.",
        link: { text: "Upload another run", href: "/upload?service=Checkout&experiment=Mix" },
      },
    },
  ]);
});

it("says so if no run is unsure", () => {
  expect(prepareUnsure({ groups: [], unsure: 0, judged: 1 })).toMatchObject({
    lead: "No unsure runs.",
    rest: "1 run judged in the last 30 days.",
  });
});
