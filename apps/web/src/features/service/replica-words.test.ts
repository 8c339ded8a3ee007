import { describe, expect, it } from "vitest";
import { replicaWords } from "./replica-words.ts";

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
