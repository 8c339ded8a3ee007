import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { inOne } from "../slices.ts";
import { LargeJson, readJson } from "./large-json.ts";

const PIECE_BYTES = 4_100;

const read = (text: string | Uint8Array) => whole(inOne(readJson(Buffer.from(text))));
function whole(value: unknown): unknown {
  if (!(value instanceof LargeJson)) return value;
  if (value.isList) return [...value.values()].map(whole);
  return Object.fromEntries(Object.entries(value.members()).map(([name, one]) => [name, whole(one)]));
}
function outcome(text: string | Uint8Array): unknown {
  try {
    return read(text);
  } catch (error) {
    return Reflect.get(error as object, "code");
  }
}

afterEach(() => vi.restoreAllMocks());

describe("a body of JSON that is parsed in pieces", () => {
  it("has the values of JSON.parse, however it is nested and spaced", () => {
    const leaf = fc.oneof(
      fc.string(),
      fc.double({ noNaN: true }),
      fc.constantFrom(null, true, '}],[{\\"', "ü€"),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(leaf, fc.array(tie("tree")), fc.dictionary(fc.string(), tie("tree"))),
    }));
    const property = fc.property(tree, fc.constantFrom("", " ", "\n\t"), (value, space) => {
      const padded = [value, { long: "x".repeat(5_000), value: [value, value], "a,b": {} }, []];
      const text = JSON.stringify(padded, null, space);
      expect(read(`${space}${text}${space}`)).toEqual(JSON.parse(text));
    });
    fc.assert(property, { numRuns: 300 });
  });

  it("may begin with a byte order mark", () => expect(read("\uFEFF[1]")).toEqual([1]));

  it("is never parsed at once, and can be left after some kilobytes", () => {
    const points = Array.from({ length: 20_000 }, (_, at) => ({
      asInt: `${at}`,
      attributes: [{ key: "a" }],
    }));
    const text = JSON.stringify({ metrics: [{ gauge: { dataPoints: points } }] });
    const parse = vi.spyOn(JSON, "parse");
    const slices = readJson(Buffer.from(text));
    let left = 0;
    for (let next = slices.next(); ; next = slices.next()) {
      if (next.done === true) {
        whole(next.value);
        break;
      }
      left += 1;
    }
    expect(left).toBeGreaterThanOrEqual(Math.floor(text.length / 8_192));
    expect(parse.mock.calls.length).toBeGreaterThan(200);
    expect(Math.max(...parse.mock.calls.map(([piece]) => piece.length))).toBeLessThan(PIECE_BYTES);
  });
});

describe("JSON that is refused", () => {
  const LONG = `"${"x".repeat(5_000)}"`;

  it.each([
    ["a comma too many", `[${LONG},]`],
    ["a comma at the begin", `[,${LONG}]`],
    ["two values without a comma", `[${LONG} 1]`],
    ["a list that ends as an object", `[${LONG}}`],
    ["a list that doesn't end", `[${LONG}`],
    ["a text that doesn't end", `["${LONG}]`],
    ["more than one value", `[${LONG}][1]`],
    ["something behind a part", `[[${LONG}] 1, 2]`],
    ["a member without a name", `{${LONG}}`],
    ["a name without quotes", `{a:${LONG}}`],
    ["a member with two values", `{"a" 1:${LONG}}`],
    ["an end without a begin", `${LONG}]`],
    ["no UTF-8", Buffer.concat([Buffer.from(`[${LONG},"`), Buffer.of(0xff), Buffer.from('"]')])],
    ["nesting without end", `${"[".repeat(2_000)}${"]".repeat(2_000)}`],
  ])("%s", (_name, text) => expect(outcome(text)).toBe("batch-unreadable"));

  it("more parts or members than anything of OTLP has", () => {
    expect(outcome(`[${"0,".repeat(1_000_001)}0]`)).toBe("batch-too-large");
    const members = Array.from({ length: 1_100 }, (_, at) => `"m${at}":${at}`);
    expect(outcome(`{${members.join(",")}}`)).toBe("batch-too-large");
  });

  it("a deep part that would take far more memory than its length", () => {
    const deep = `${"[".repeat(17)}${"{},".repeat(3_000_000)}{}${"]".repeat(17)}`;
    expect(outcome(deep)).toBe("batch-too-large");
  });
});
