import { describe, expect, it } from "vitest";
import { readOptions } from "./simulate-options.ts";

const place = ["--url", "http://127.0.0.1:4001/", "--token", "hrt_a"];
const read = (...args: string[]) => readOptions([...args, ...place]);

describe("the options of a replay", () => {
  it("are those of a whole day at speed 60, to a service that is named as simulated", () => {
    const { plan, target } = read("green-saturday");
    expect(plan).toMatchObject({ fromStep: 0, steps: 5_760, speed: 60 });
    expect(plan.day.seed).toBe(1);
    expect(target).toEqual({
      url: "http://127.0.0.1:4001",
      service: "Green Saturday (simulated)",
      ingestToken: "hrt_a",
      readToken: "hrt_a",
      manageToken: "hrt_a",
    });
    expect(read("green-saturday").plan.id).not.toBe(plan.id);
  });

  it("replay a stretch around the peak, or from a time of the day", () => {
    const around = read("green-saturday", "--duration", "10m").plan;
    expect(around.steps).toBe(40);
    expect(Math.abs((around.fromStep + 20) * 15 - around.day.peakSecond)).toBeLessThanOrEqual(15);
    expect(read("usual-day", "--duration", "1h", "--from", "06:30").plan).toMatchObject({
      fromStep: 1_560,
      steps: 240,
    });
    expect(read("usual-day", "--duration", "23h").plan.fromStep).toBeLessThanOrEqual(240);
  });

  it("take separate tokens, none to manage the service being all right", () => {
    const tokens = ["--url", "http://127.0.0.1:4001", "--ingest-token", "i", "--read-token", "r"];
    expect(readOptions(["usual-day", ...tokens]).target).toMatchObject({
      ingestToken: "i",
      readToken: "r",
      manageToken: null,
    });
  });

  it.each([
    [[], "Name a scenario."],
    [["constructor"], "no scenario"],
    [["usual-day", "usual-day"], "no scenario"],
    [["usual-day", "--speed", "0"], "--speed 0"],
    [["usual-day", "--speed", ""], "--speed "],
    [["usual-day", "--speed", "fast"], "--speed fast"],
    [["usual-day", "--speed", "300"], "about a day old"],
    [["usual-day", "--seed", "1.5"], "--seed 1.5"],
    [["usual-day", "--duration", "10"], "--duration 10"],
    [["usual-day", "--duration", "25h"], "24 hours"],
    [["usual-day", "--from", "24:00", "--duration", "1h"], "--from 24:00"],
    [["usual-day", "--from", "23:30", "--duration", "1h"], "ends after"],
    [["usual-day", "--from", "06:00"], "ends after"],
  ])("refuses %j", (args, message) => {
    expect(() => read(...args)).toThrow(message);
  });

  it("names the highest speed for a day, which works", () => {
    expect(read("usual-day", "--speed", "288").plan.speed).toBe(288);
    expect(read("usual-day", "--speed", "3600", "--duration", "1h").plan.speed).toBe(3_600);
  });
});
