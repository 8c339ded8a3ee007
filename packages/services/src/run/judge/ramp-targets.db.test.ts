import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Importing, sampleSource, type Sample } from "../../testing/index.ts";

let importing: Importing;
beforeAll(async () => {
  importing = await Importing.open();
});
afterAll(() => importing.close());

const START = 1_700_000_000;
const SECONDS = 600;

/** From 1 to 100 users in ten minutes, each of which asks every two seconds. */
function ramp(latencyMillis: (users: number) => number, gauge = "users") {
  const samples: Sample[] = [];
  let owed = 0;
  for (let second = 0; second < SECONDS; second++) {
    const users = usersAt(second);
    owed += users / 2;
    const now = Math.floor(owed);
    owed -= now;
    for (let at = 0; at < now; at++)
      samples.push({
        label: "GET /",
        completedAtMicros: Math.round((START + second + (at + 0.5) / now) * 1e6),
        latencyMicros: Math.round(latencyMillis(users) * 1_000 * (0.8 + (at % 10) / 25)),
      });
  }
  return sampleSource(samples, {}, (sink) => {
    const id = sink.gauge(gauge, null);
    for (let second = 0; second < SECONDS; second++)
      sink.measure(id, (START + second) * 1e6, usersAt(second));
  });
}

const usersAt = (second: number) => 1 + Math.floor((99 * second) / SECONDS);

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

  it("isn't known to hold at any load if nobody counted the users", async () => {
    const target = ["p95 <= 1 s"];
    const { answer } = await importing.upload(
      { experiment: "uncounted", target },
      ramp(() => 200, "threads"),
    );
    expect(answer.targets[0]).toMatchObject({ verdict: "unsure" });
    expect(answer.targets[0]?.reason).toMatch(/no steady phase \(.*\)\. Give the target a load/);
  });
});
