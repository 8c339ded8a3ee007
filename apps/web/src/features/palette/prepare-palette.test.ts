import { globSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Found } from "@headroom/services";
import { pagesMatching } from "./pages.ts";
import { chosenOf, preparePalette } from "./prepare-palette.ts";
import { SHORTCUTS } from "./shortcuts.ts";

const NOTHING: Found = {
  experiments: [],
  runs: [],
  services: [],
  peakDays: [],
  slos: [],
  gamedays: [],
  findings: [],
};
const startsAt = new Date("2026-11-19T20:00:00Z");
// The next day by the clocks of the day.
const timeZone = "Asia/Tokyo";
const serviceName = "Checkout";
const all: Found = {
  services: [{ slug: "check/out", name: "Checkout" }],
  experiments: [
    { id: "e1", name: "Peak mix", groupName: "BFCM", serviceName, outcome: "regressed", someLabels: false },
  ],
  runs: [
    {
      id: "r1",
      number: 7,
      experimentName: "Peak mix",
      serviceName,
      outcome: null,
      someLabels: true,
      commit: "a41f9c2d5e6f",
      environment: null,
      startedAt: null,
      setAside: null,
    },
  ],
  peakDays: [{ id: "p1", name: "Black Friday", serviceName, startsAt, timeZone }],
  slos: [{ id: "s1", name: "Fast", serviceName, serviceSlug: "checkout" }],
  gamedays: [{ id: "g1", name: "Dress rehearsal", serviceName, startsAt, timeZone }],
  findings: [
    {
      id: "f1",
      title: "Alert came late",
      severity: "high",
      owner: null,
      gamedayId: "g1",
      gamedayName: "Dress rehearsal",
    },
  ],
};
const commands = [
  { title: "Compare with run 31", words: "slower faster", href: "/comparisons?runs=a,b" },
  { title: "Share run 46", run: () => undefined },
];

const shown = (text: string, input: Partial<Parameters<typeof preparePalette>[0]> = {}) =>
  preparePalette({ text, found: NOTHING, commands: [], ...input }).filter(({ items }) => items.length > 0);
const titles = (text: string, input = {}) =>
  shown(text, input).flatMap(({ items }) => items.map(({ title }) => title));

it("lists the commands of the page, then results, then pages, each with its address", () => {
  const groups = shown("", { found: all, commands });
  expect(groups.map(({ title }) => title)).toEqual([
    "On this page",
    "Services",
    "Experiments",
    "Runs",
    "Peak days",
    "SLOs",
    "Gamedays",
    "Open findings",
    "Pages",
    "Theme",
  ]);
  expect(groups.slice(1, 8).flatMap(({ items }) => items)).toEqual([
    { id: "/services/check%2Fout", title: "Checkout" },
    { id: "/experiments/e1", title: "Peak mix", detail: "Checkout · BFCM · Regressed" },
    { id: "/runs/r1", title: "Peak mix, run 7", detail: "Checkout · a41f9c2 · Being judged (some labels)" },
    { id: "/peak-days/p1", title: "Black Friday", detail: "Checkout · 20 Nov 2026" },
    { id: "/peak-days/p1/readiness", title: "Readiness of Black Friday", detail: "Checkout · 20 Nov 2026" },
    { id: "/services/checkout/slos/s1", title: "Fast", detail: "Checkout" },
    { id: "/gamedays/g1", title: "Dress rehearsal", detail: "Checkout · 20 Nov 2026" },
    { id: "/gamedays/g1#finding-f1", title: "Alert came late", detail: "Dress rehearsal · nobody yet" },
  ]);
});

describe("what people type", () => {
  it.each([
    ["slo", "SLOs"],
    ["readiness", "Peak days"],
    ["tokens", "Tokens"],
    ["dark", "Dark theme"],
    ["slower", "Overview"],
    ["slower", "Compare runs"],
    ["UP file", "Upload a results file"],
    ["catalog", "Experiments"],
    ["api key", "Tokens"],
    ["invite", "Members"],
  ])("%s finds %s", (text, title) => expect(titles(text)).toContain(title));

  it("finds commands of the page by their title and other words", () => {
    expect(titles("slower", { commands })[0]).toBe("Compare with run 31");
    expect(titles("share", { commands })).toEqual(["Share run 46"]);
  });

  it("finds the report of a peak day without the day", () => {
    const peakDays = shown("readiness", { found: all }).find(({ title }) => title === "Peak days");
    expect(peakDays?.items.map(({ title }) => title)).toEqual(["Readiness of Black Friday"]);
  });

  it("hides what was found for something else before", () => {
    expect(titles("dark", { found: all, isStale: true })).toEqual(["Dark theme"]);
    expect(titles("mix", { found: all, isStale: true })).toEqual(["Peak mix", "Peak mix, run 7"]);
  });

  it("may be nothing that there is", () => expect(shown("no such page")).toEqual([]));
});

it("does what was chosen", () => {
  const groups = preparePalette({ text: "", found: null, commands });
  const [compare, share] = groups[0]?.items ?? [];
  expect(chosenOf(compare?.id ?? "", commands)).toEqual({ does: "go", href: "/comparisons?runs=a,b" });
  expect(chosenOf(share?.id ?? "", commands)).toEqual({ does: "run", command: commands[1] });
  expect(chosenOf("theme:dark", [])).toEqual({ does: "theme", theme: "dark" });
  expect(chosenOf("/settings", [])).toEqual({ does: "go", href: "/settings" });
});

describe("the pages", () => {
  const member = join(import.meta.dirname, "../../app/(member)");
  const routes = globSync("**/page.tsx", { cwd: member })
    .map((file) => `/${file.replace(/\/?page\.tsx$/, "").replaceAll(/\([a-z]+\)\/?/g, "")}`)
    .map((route) => (route === "/" ? route : route.replace(/\/$/, "")));
  const listed = pagesMatching(() => true).map(({ id }) => id);

  it("are all that have an address without an ID", () => {
    const plain = routes.filter((route) => !route.includes("["));
    expect(listed.filter((href) => href !== "/workspaces/new").toSorted()).toEqual(plain.toSorted());
  });

  it("show the keys that open them", () => {
    expect(pagesMatching((text) => text.startsWith("Settings"))[0]?.detail).toBe("g then s");
    for (const { href } of SHORTCUTS) if (href !== null) expect(listed).toContain(href);
  });
});
