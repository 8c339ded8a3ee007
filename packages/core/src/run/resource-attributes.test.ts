import { describe, expect, it } from "vitest";
import { MAX_CONFIGURATION } from "./configuration.ts";
import { AttributeFold, configurationOfAttributes, joinAttributes } from "./resource-attributes.ts";

const NAMED = ["host.type", "service.version"];

function valuesOf(...resources: Record<string, string>[]) {
  const fold = new AttributeFold(NAMED);
  for (const resource of resources) fold.take(Object.entries(resource));
  return fold.finish();
}

describe("resource attributes", () => {
  it("are read only if they are named", () => {
    expect(valuesOf({ "service.version": "1.4", "process.command_args": "--password=x" })).toEqual({
      "service.version": ["1.4"],
    });
    expect(new AttributeFold([]).finish()).toEqual({});
  });

  it("become one key with the distinct values of all resources and requests, sorted", () => {
    const values = joinAttributes([
      valuesOf({ "service.version": "1.5" }, { "service.version": "1.4" }, { "service.version": "1.5" }),
      valuesOf({ "service.version": "1.10", "host.type": "c7g" }),
      {},
    ]);
    expect(configurationOfAttributes(values, NAMED, [])).toEqual({
      "host.type": "c7g",
      "service.version": "1.10, 1.4, 1.5",
    });
  });

  it("leave a run's own keys as they are, and count only while they're named", () => {
    const values = valuesOf({ "service.version": "1.4", "host.type": "c7g" });
    expect(configurationOfAttributes(values, NAMED, ["service.version"])).toEqual({ "host.type": "c7g" });
    expect(configurationOfAttributes(values, ["service.version"], [])).toEqual({ "service.version": "1.4" });
  });

  it("take only the room that a configuration has left, in the order of the list", () => {
    const values = valuesOf({ "service.version": "1.4", "host.type": "c7g" });
    const others = Array.from({ length: MAX_CONFIGURATION.keys - 1 }, (_, at) => `key${at}`);
    expect(configurationOfAttributes(values, NAMED, others)).toEqual({ "host.type": "c7g" });
    expect(configurationOfAttributes(values, NAMED, [...others, "last"])).toEqual({});
  });

  it("say that there are more values than fit, whatever the order they came in", () => {
    const many = Array.from({ length: 500 }, (_, at) => ({ "service.version": `build-${at + 1_000}` }));
    const [forward, back] = [many, many.toReversed()].map((resources) =>
      joinAttributes(resources.map((one) => valuesOf(one)).concat(valuesOf(...resources))),
    );
    expect(forward).toEqual(back);
    const { "service.version": text = "" } = configurationOfAttributes(forward ?? {}, NAMED, []);
    expect(text).toMatch(/^build-1000, build-1001, .*, build-10\d\d, …$/);
    expect(text.length).toBeLessThanOrEqual(MAX_CONFIGURATION.value);
    const [long, other] = ["a", "b"].map((letter) => ({ "host.type": letter.repeat(500) }));
    const one = configurationOfAttributes(valuesOf(long ?? {}), NAMED, []);
    expect(one).toEqual({ "host.type": "a".repeat(MAX_CONFIGURATION.value) });
    const two = configurationOfAttributes(valuesOf(long ?? {}, other ?? {}), NAMED, []);
    expect(two["host.type"]).toBe(`${"a".repeat(MAX_CONFIGURATION.value - 1)}…`);
  });

  it("stay on one line, and need a value", () => {
    const read = (value: string) =>
      configurationOfAttributes(valuesOf({ "host.type": value }), NAMED, [])["host.type"];
    expect(read(" a\nb\u0000c ")).toBe("a b c");
    expect(read(" \n ")).toBeUndefined();
  });

  it("can be called what every object has", () => {
    for (const name of ["__proto__", "constructor"]) {
      const fold = new AttributeFold([name]);
      fold.take([[name, "1"]]);
      const found = configurationOfAttributes(fold.finish(), [name], []);
      expect(Object.entries(found)).toEqual([[name, "1"]]);
      expect(configurationOfAttributes({}, [name], [])).toEqual({});
    }
  });
});
