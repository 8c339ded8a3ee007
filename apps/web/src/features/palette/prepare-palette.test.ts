import { expect, it } from "vitest";
import { preparePalette } from "./prepare-palette.ts";

const run = {
  id: "r1",
  number: 7,
  experimentName: "Peak mix",
  serviceName: "Checkout",
  outcome: null,
  commit: "a41f9c2d5e6f",
  environment: null,
  startedAt: null,
  setAside: null,
};

const gameday = {
  id: "g1",
  name: "Dress rehearsal",
  serviceName: "Checkout",
  // The next day by the clocks of the gameday.
  startsAt: new Date("2026-11-19T20:00:00Z"),
  timeZone: "Asia/Tokyo",
};
const finding = {
  id: "f1",
  title: "Alert came late",
  severity: "high",
  owner: null,
  gamedayId: gameday.id,
  gamedayName: gameday.name,
};

it("lists results before pages, each with its address", () => {
  const experiments = [{ id: "e1", name: "Peak mix", groupName: "BFCM", serviceName: "Checkout" }];
  const groups = preparePalette("", { experiments, runs: [run], gamedays: [gameday], findings: [finding] });
  expect(groups.map(({ title }) => title)).toEqual([
    "Experiments",
    "Runs",
    "Gamedays",
    "Open findings",
    "Pages",
  ]);
  expect(groups[0]?.items).toEqual([{ id: "/experiments/e1", title: "Peak mix", detail: "Checkout · BFCM" }]);
  expect(groups[1]?.items).toEqual([
    { id: "/runs/r1", title: "Peak mix, run 7", detail: "Checkout · a41f9c2 · Being judged" },
  ]);
  expect(groups[2]?.items).toEqual([
    { id: "/gamedays/g1", title: "Dress rehearsal", detail: "Checkout · 20 Nov 2026" },
  ]);
  expect(groups[3]?.items).toEqual([
    { id: "/gamedays/g1#finding-f1", title: "Alert came late", detail: "Dress rehearsal · nobody yet" },
  ]);
});

it("lists the pages that contain every word, even before there are results", () => {
  const pages = (text: string) => preparePalette(text, null)[4]?.items.map(({ id }) => id);
  expect(pages("")).toContain("/catalog");
  expect(pages("UP file")).toEqual(["/upload"]);
  expect(pages("no such page")).toEqual([]);
});
