import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asObject, readJsonHead } from "./json-head.ts";

const read = (text: string) => readJsonHead(Buffer.from(text));

describe("the head of a JSON file", () => {
  it("is read as far as it goes", () => {
    expect(read('{"a": 1, "b": {"c": [1, 2, {"d": "e')).toEqual({ a: 1, b: { c: [1, 2, {}] } });
    expect(read('\uFEFF [ {"a": "x"} , {"b"')).toEqual([{ a: "x" }, {}]);
    expect(read('{"a": 12')).toEqual({});
  });

  it("is the whole where the file is short, whatever it holds", () => {
    fc.assert(
      fc.property(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.stringify(read(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it("never throws, wherever it is cut", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), (value, cut) => {
        const text = JSON.stringify([value]);
        expect(Array.isArray(read(text.slice(0, 1 + (cut % text.length))))).toBe(true);
      }),
    );
  });

  it("is the first of several lines", () => {
    expect(read('{"a":1}\n{"b":2}\n')).toEqual({ a: 1 });
  });

  it.each(["", "a,b\n1,2\n", "{]", "[1,]x", '{"a":1}{"b":2}', "[".repeat(1_000), "12", '"text"'])(
    "is none in %j",
    (text) => expect(read(text)).toBeUndefined(),
  );

  it("tells objects from the rest", () => {
    expect([asObject({ a: 1 }), asObject([]), asObject(null), asObject("x")]).toEqual([
      { a: 1 },
      null,
      null,
      null,
    ]);
  });
});
