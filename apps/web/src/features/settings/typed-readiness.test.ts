import { describe, expect, it } from "vitest";
import { readReadiness, writeReadiness } from "./typed-readiness.ts";

const settings = { capacityFactor: 1.5, proofDays: 45, proofDeploys: 50, peakEnvironment: "production" };

describe("the rules of readiness as typed", () => {
  it("are read as they are written", () => {
    expect(readReadiness(writeReadiness(settings))).toEqual({ ok: true, settings });
    const never = { ...settings, proofDeploys: null };
    expect(writeReadiness(never).proofDeploys).toBe("");
    expect(readReadiness(writeReadiness(never))).toEqual({ ok: true, settings: never });
  });

  it("say what each field accepts", () => {
    expect(
      readReadiness({ capacityFactor: "0.5", proofDays: "", proofDeploys: "1.5", peakEnvironment: "  " }),
    ).toEqual({
      ok: false,
      wrong: {
        capacityFactor: "Enter a number from 1 to 100.",
        proofDays: "Enter a whole number from 1 to 730.",
        proofDeploys: "Enter a whole number from 1 to 100,000, or leave it empty.",
        peakEnvironment: "Enter the name of an environment.",
      },
    });
  });
});
