import { expect, it } from "vitest";
import { gaugesAddress, readGauges } from "./search-params.ts";

it("the address names the chosen gauges, or that there are none", () => {
  const read = (address: string) => {
    const names = new URL(address, "http://localhost").searchParams.getAll("gauge");
    return readGauges({ gauge: names.length === 1 ? names[0] : names });
  };
  expect(read(gaugesAddress("/peak-days/d", ["cpu", "lag, max"]))).toEqual(["cpu", "lag, max"]);
  expect(read(gaugesAddress("/peak-days/d", ["cpu"]))).toEqual(["cpu"]);
  expect(read(gaugesAddress("/peak-days/d", []))).toEqual([]);
  expect(readGauges({})).toBeNull();
});
