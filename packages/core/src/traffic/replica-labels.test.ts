import { describe, expect, it } from "vitest";
import { REPLICA_LABELS, ReplicaScan, replicaOf } from "./replica-labels.ts";

const seriesOf = (tags: Record<string, string>) => ({
  name: "up",
  field: null,
  tags: Object.entries(tags),
  unit: null,
  kind: "gauge" as const,
  temporality: "each" as const,
});
const found = (tags: Record<string, string>) => replicaOf(seriesOf(tags), REPLICA_LABELS);

describe("the label of a replica", () => {
  it("is the surest one that a series has", () => {
    expect(found({ job: "shop" })).toBeNull();
    expect(found({ __replica__: "" })).toBeNull();
    expect(found({ job: "shop", replica: "a" })).toMatchObject({ label: "replica", sure: false });
    expect(found({ replica: "0", prometheus_replica: "a" })).toMatchObject({
      label: "prometheus_replica",
      replica: "a",
      labels: ["prometheus_replica"],
    });
    expect(found({ replica: "0", __replica__: "a" })).toMatchObject({ sure: true, labels: ["__replica__"] });
  });

  it("leaves out other labels with the same value", () => {
    const tags = { __replica__: "a", prometheus_replica: "a", replica: "a", pod: "a" };
    expect(found(tags)?.labels).toEqual(["__replica__", "prometheus_replica", "replica"]);
  });
});

describe("a request", () => {
  const isAlone = (...all: Record<string, string>[]) => {
    const scan = new ReplicaScan(REPLICA_LABELS);
    for (const tags of all) scan.take(found(tags));
    return scan.isAlone("replica");
  };

  it("is from one replica if all its series have one value of the label", () => {
    expect(isAlone({ replica: "a", x: "1" }, { replica: "a", x: "2" })).toBe(true);
    expect(isAlone({ replica: "a" }, { replica: "b" })).toBe(false);
    expect(isAlone({ replica: "a" }, { replica: "b" }, { replica: "a" })).toBe(false);
    expect(isAlone({ replica: "a" }, {})).toBe(false);
    expect(isAlone()).toBe(false);
  });
});
