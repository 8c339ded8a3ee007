import { describe, expect, it } from "vitest";
import { readTwiceWords, replicaWords } from "./replica-words.ts";

const replica = (name: string, isCounted: boolean) => {
  return { name, isCounted, lastSeenAt: "2026-11-27T08:00:00.000Z" };
};

describe("the replicas of one collector", () => {
  it("are named, with the one that is counted", () => {
    expect(replicaWords([replica("prometheus-0", false), replica("prometheus-1", true)])).toBe(
      "2 replicas of one collector send the same requests, which count once: prometheus-1 is counted, and prometheus-0 is standing by.",
    );
  });

  it("can count both, each for other targets", () => {
    expect(replicaWords([replica("a", true), replica("b", true), replica("c", false)])).toBe(
      "3 replicas of one collector send the same requests, which count once: a and b are counted, and c is standing by.",
    );
  });

  it("aren't mentioned where there is only one", () => {
    expect(replicaWords([])).toBeNull();
    expect(replicaWords([replica("a", true)])).toBeNull();
  });
});

describe("counters that two senders read", () => {
  it("are named, with what counts", () => {
    const found = { values: ["a", "b"] as [string, string], foundAt: "2026-11-27T08:00:00.000Z" };
    expect(
      readTwiceWords([
        { ...found, label: "monitor", isCountedOnce: true },
        { ...found, label: "instance", isCountedOnce: false },
      ]),
    ).toEqual([
      'monitor="a" and monitor="b" are the same counters, read by two senders: their readings interleave in each bucket. They count once.',
      'instance="a" and instance="b" are the same counters, read by two senders: their readings interleave in each bucket. Their requests count twice. Stop one of the two.',
    ]);
  });
});
