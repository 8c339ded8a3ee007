import { describe, expect, it } from "vitest";
import { findChangePoints, parseTarget } from "@headroom/core";
import { demo } from "./demo.ts";
import { NIGHTS, story } from "./simulated/nights.ts";

const lastNight = new Date("2026-03-10T02:00:00Z");
const { experiments, runs } = demo(lastNight);
const ofData = (data: "published" | "simulated") => runs.filter((run) => run.data === data);
const nights = runs.filter(({ key }) => key.startsWith("demo-night-"));

describe("the demo's runs", () => {
  it("are named as simulated or published, and never both in one experiment", () => {
    for (const { service, experiment, details } of ofData("simulated")) {
      expect([service, experiment]).toEqual([
        expect.stringContaining("(simulated)"),
        expect.stringContaining("(simulated)"),
      ]);
      expect(details).toMatchObject({
        environment: "simulated",
        notes: expect.stringMatching(/^Simulated\. /),
      });
    }
    for (const { service, details } of ofData("published")) {
      expect(service).not.toContain("simulated");
      expect(details["notes"]).toMatch(/^Published: /);
    }
    const published = new Set(ofData("published").map(({ experiment }) => experiment));
    expect(ofData("simulated").filter(({ experiment }) => published.has(experiment))).toEqual([]);
  });

  it("have each a key in their experiment, and targets that can be read", () => {
    expect(new Set(runs.map(({ experiment, key }) => `${experiment} ${key}`)).size).toBe(runs.length);
    const targets = [...runs, ...experiments].flatMap((one) => one.targets);
    expect(targets.filter((target) => !parseTarget(target).ok)).toEqual([]);
  });

  it("are the same whenever they are uploaded again, and come in several formats", () => {
    const [first] = nights;
    const again = demo(lastNight).runs.find(({ key }) => key === first?.key);
    expect(again?.file()).toBe(first?.file());
    const firstOfEach = [...Map.groupBy(runs, ({ experiment }) => experiment).values()].map(([one]) => one);
    const starts = new Set(firstOfEach.map((run) => run?.file().slice(0, 12)));
    expect(starts.size).toBe(3);
  });
});

describe("the simulated nights", () => {
  it("end with the last night, and carry their dates", () => {
    expect(nights).toHaveLength(NIGHTS);
    const startOf = (at: number) => Number(nights.at(at)?.file().split("\n")[1]?.split(",")[0]);
    expect(startOf(-1) - lastNight.getTime()).toBeLessThan(2_000);
    expect(Math.round((startOf(-1) - startOf(0)) / 86_400_000)).toBe(NIGHTS - 1);
  });

  it("name what happened in them, and only there", () => {
    const told = nights.flatMap(({ details }, night) =>
      details["notes"]?.includes("An ordinary night") === true ? [] : [night],
    );
    expect(told).toEqual([story.noisy.night, story.step.night, story.outage.night]);
  });

  it("are 40 of 46 runs: the noisy one is the 13th and set aside, and the first slow one is the 32nd", () => {
    const keys = runs.filter(({ experiment }) => experiment === nights[0]?.experiment).map(({ key }) => key);
    expect(keys).toHaveLength(46);
    expect(keys.indexOf(nights[story.noisy.night]?.key ?? "") + 1).toBe(13);
    expect(keys.indexOf(nights[story.step.night]?.key ?? "") + 1).toBe(32);
    expect(runs.filter(({ setAside }) => setAside !== undefined)).toEqual([nights[story.noisy.night]]);
  });

  it("show one change, the lasting one, with the runs of the branch and without", () => {
    const ofNights = runs.filter(({ experiment }) => experiment === nights[0]?.experiment);
    const values = new Map(ofNights.map((run) => [run, Math.log(p99Of(run.file()))]));
    const changed = (some: typeof runs) =>
      findChangePoints(some.map((run) => values.get(run) ?? Number.NaN)).map(({ index }) => some[index]?.key);
    expect(changed(nights)).toEqual([nights[story.step.night]?.key]);
    expect(changed(ofNights)).toEqual([nights[story.step.night]?.key]);
  });
});

/** Of the column `elapsed` of a JTL. */
function p99Of(file: string): number {
  const elapsed = file
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => Number(line.split(",")[1]))
    .toSorted((a, b) => a - b);
  return elapsed[Math.ceil(elapsed.length * 0.99) - 1] ?? Number.NaN;
}
