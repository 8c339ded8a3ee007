import { describe, expect, it } from "vitest";
import { readStrings } from "./read-strings.ts";

const texts = (content: string) => readStrings("file.tsx", content).map(({ text }) => text);

describe("reading the strings of a source file", () => {
  it("reads strings and templates with a space in them", () => {
    expect(texts('const a = "one line"; const b = `no value`;')).toEqual(["one line", "no value"]);
  });

  it("puts a number where a template has a value", () => {
    expect(texts("const a = `at most ${many} at once`;")).toEqual(["at most 0 at once"]);
  });

  it("reads the parts of a template's values, too", () => {
    expect(texts('const a = `${is ? "in here" : "out there"} now`;')).toEqual([
      "0 now",
      "in here",
      "out there",
    ]);
  });

  it("reads JSX text, single words too, and attributes", () => {
    expect(texts('const a = <p title="a title">\n  anew <b>one</b>\n</p>;')).toEqual([
      "a title",
      "anew ",
      "one",
    ]);
  });

  it("gives the line on which a text starts", () => {
    const content = "const a = (\n  <p>\n    anew\n  </p>\n);";
    expect(readStrings("file.tsx", content)).toEqual([{ text: "anew\n  ", line: 3 }]);
  });

  it.each([
    ["names", 'const a = "anew"; const b = { "mend-it": "by-itself" };'],
    ["imports", 'import a from "a b"; export * from "c d";'],
    ["types", 'type A = "a b" | "c d";'],
    ["class names", '<p className="a b" />; cn("a b", "c d"); cva("e f");'],
    ["SQL", "const a = `select a from b`; sql`where a = b`; const b = 'insert into a b';"],
    ["comments and regular expressions", "// over again\nconst a = /over again/;"],
  ])("skips %s", (_, content) => {
    expect(texts(content)).toEqual([]);
  });
});
