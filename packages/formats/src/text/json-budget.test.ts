import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readFixtures } from "../testing/fixture.ts";
import { limitJson } from "./json-budget.ts";

const MIB = 1024 * 1024;
const list = (value: string, times: number) => `[${`${value},`.repeat(times)}${value}]`;

describe("the budget of a JSON", () => {
  it.each([
    ["empty objects", list("{}", 100_000)],
    ["empty arrays", list("[]", 200_000)],
    ["numbers", list("1", 800_000)],
    ["names of one object", `{${Array.from({ length: 100_000 }, (_, at) => `"k${at}":0`).join(",")}}`],
  ])("ends at very many %s, and says where", (_what, text) => {
    expect(() => limitJson(text, 9 * MIB)).toThrow(
      expect.objectContaining({ code: "document-too-large", byte: expect.any(Number) }),
    );
    expect(() => limitJson(text)).not.toThrow();
  });

  it("ends at a depth that no report has", () => {
    const deep = `\n{"é": ${"[".repeat(1_000)}`;
    expect(() => limitJson(deep)).toThrow(
      expect.objectContaining({ code: "file-unreadable", line: 2, byte: deep.length }),
    );
    expect(() => limitJson(`${"[".repeat(1_000)}${"]".repeat(1_000)}`)).not.toThrow();
  });

  it("does not count what stands in strings", () => {
    expect(() => limitJson(`["${'{[,\\"'.repeat(20_000)}"]`, MIB)).not.toThrow();
  });

  it("lets everything of a usual size pass, and does not mind what is no JSON", () => {
    fc.assert(fc.property(fc.oneof(fc.json(), fc.string()), (text) => limitJson(text)));
    for (const { bytes } of readFixtures()) {
      expect(() => limitJson(Buffer.from(bytes).toString("latin1"), 64 * MIB)).not.toThrow();
    }
  });
});
