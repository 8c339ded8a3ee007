import { describe, expect, it } from "vitest";
import { checkText } from "./check-text.ts";
import { readMarkdown } from "./read-markdown.ts";

const lines = (page: string) =>
  readMarkdown(page)
    .flatMap(checkText)
    .map(({ line }) => line);

describe("reading a page", () => {
  it("reads text, tables and links", () => {
    expect(lines("# Begin anew\n\n| a | mend |\n\n[tells](x.md)")).toEqual([3, 1, 5]);
  });

  it("skips code, and keeps the lines that follow it", () => {
    expect(lines("`mend` and ``a ` mend``\n\n```sh\nmend # anew\n```\n\n~~~\nmend\n~~~\nanew")).toEqual([10]);
  });

  it("reads what follows an unclosed backtick", () => {
    expect(lines("A ` and anew.")).toEqual([1]);
  });

  it("does not join the words on either side of code", () => {
    expect(lines("It is `no` JSON, found by `x` itself.")).toEqual([]);
  });
});
