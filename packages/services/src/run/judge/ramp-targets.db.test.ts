import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Importing } from "../../testing/index.ts";
import { rampSource as ramp } from "../../testing/ramp-source.ts";

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.open();
});
afterAll(() => importing.close());

describe("a target without a load on a ramp", () => {
  it("says up to which load it held, and where it broke", async () => {
    const target = ["p95 <= 1 s", "error rate <= 5%", "p95 <= 1 s at 40 users"];
    const slow = ramp((users) => (users < 60 ? 200 : 3_000));
    const { answer } = await importing.upload({ experiment: "breaks", target }, slow);
    const [held, errors, loaded] = answer.targets;
    expect(held).toMatchObject({ verdict: "unsure" });
    expect(held?.reason).toMatch(
      /Held to 5\d users, broke at 6\d\. The target doesn't say which load it is for\. Give it one, for example “at 5\d users”\./,
    );
    expect(errors?.reason).toMatch(/Held to 9\d users, the most that this run reached\./);
    expect(loaded).toMatchObject({ verdict: "met" });
  });

  it("is missed if it is missed at every load", async () => {
    const target = ["p95 <= 50 ms", "p95 <= 210 ms"];
    const { answer } = await importing.upload(
      { experiment: "slow", target },
      ramp(() => 200),
    );
    const [missed, close] = answer.targets;
    expect(missed).toMatchObject({ verdict: "missed" });
    expect(missed?.reason).toMatch(/Missed at every load, from \d\.?\d* to 9\d users\./);
    expect(close?.verdict).not.toBe("met");
  });

  it("is judged nearer to its number of users where latency moves while about so many are active", async () => {
    const target = ["p95 <= 1 s at 60 users", "p50 <= 300 ms at 20 users"];
    const { answer } = await importing.upload(
      { experiment: "steep", target },
      ramp((users) => (users < 50 ? 200 : 350 * (1_500 / 350) ** ((users - 57) / 6)), { perUser: 5 }),
    );
    const [steep, flat] = answer.targets;
    const lengthOf = (one: typeof steep) =>
      (Date.parse(one?.window?.to ?? "") - Date.parse(one?.window?.from ?? "")) / 1_000;
    expect(steep).toMatchObject({ verdict: "met", value: expect.closeTo(0.84, 1) });
    expect(lengthOf(steep)).toBeLessThan(10);
    expect(flat).toMatchObject({ verdict: "met" });
    expect(lengthOf(flat)).toBeGreaterThanOrEqual(12);
  });

  it("isn't known to hold at any load if nobody counted the users", async () => {
    const target = ["p95 <= 1 s"];
    const { answer } = await importing.upload(
      { experiment: "uncounted", target },
      ramp(() => 200, { gauge: "threads" }),
    );
    expect(answer.targets[0]).toMatchObject({ verdict: "unsure" });
    expect(answer.targets[0]?.reason).toMatch(/no steady phase \(.*\)\. Give the target a load/);
  });
});
