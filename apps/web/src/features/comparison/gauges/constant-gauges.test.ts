import { describe, expect, it } from "vitest";
import type { ComparedGauges } from "@headroom/services";
import { splitConstant } from "./constant-gauges.ts";

type Gauge = ComparedGauges["gauges"][number];
const at = (value: number) => ({ value, offsetSeconds: 0 });
const gauge = (name: string, ...ranges: readonly (readonly [number, number] | null)[]) =>
  ({
    name,
    unit: "B",
    words: null,
    runs: ranges.map((range) => (range === null ? null : { lowest: at(range[0]), highest: at(range[1]) })),
  }) as unknown as Gauge;
const split = (...gauges: Gauge[]) => splitConstant({ runs: [], gauges, total: gauges.length + 2 });

describe("gauges that never change", () => {
  it("are named with their value, and left out of what is drawn", () => {
    const { moving, constant } = split(
      gauge("sent", [420, 420], [420, 420]),
      gauge("cpu", [10, 90], [10, 90]),
    );
    expect(constant).toEqual(["sent 420 B"]);
    expect([moving.gauges.map(({ name }) => name), moving.total]).toEqual([["cpu"], 3]);
  });

  it("stay where a run has another value, or none", () => {
    const { constant } = split(gauge("users", [40, 40], [50, 50]), gauge("pool", [8, 8], null));
    expect(constant).toEqual([]);
  });
});
