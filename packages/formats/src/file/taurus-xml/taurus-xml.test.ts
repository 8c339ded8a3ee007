import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { taurusXml } from "./index.ts";

const GROUP = '<Group label=""><throughput value="4"/><fail value="1"/></Group>';

function parse(xml: string) {
  return parseAll(taurusXml, Buffer.from(xml));
}

describe("the final status", () => {
  it("says how long the test ran", () => {
    const file = readFileSync(join(import.meta.dirname, "fixtures/final-stats.xml"));
    expect(parseAll(taurusXml, file).report).toMatchObject({
      durationSeconds: 8,
      clock: "none",
      source: "quoted",
    });
    expect(parse(`<FinalStatus>${GROUP}</FinalStatus>`).report.durationSeconds).toBeNull();
  });

  it("names failures by their codes", () => {
    const file = readFileSync(join(import.meta.dirname, "fixtures/failures-no-total.xml"));
    expect([...(parseAll(taurusXml, file).recorder.named[0]?.failures ?? [])]).toEqual([
      ["503", 7],
      ["Non HTTP response code: java.net.ConnectException", 3],
    ]);
  });

  it.each([
    ["another root", `<Status>${GROUP}</Status>`],
    ["no group", "<FinalStatus></FinalStatus>"],
    ["no end", `<FinalStatus>${GROUP}`],
    ["a figure that is no count", "<FinalStatus><Group><throughput value='x'/></Group></FinalStatus>"],
    [
      "entities of its own",
      `<!DOCTYPE a [<!ENTITY b "${"c".repeat(99)}">]><FinalStatus>${GROUP}</FinalStatus>`,
    ],
    ["an entity that there is not", `<FinalStatus>&b;${GROUP}</FinalStatus>`],
  ])("is refused with %s", (_, xml) => {
    expect(() => parse(xml)).toThrow(expect.objectContaining({ code: "file-unreadable" }));
  });

  it("is read however deep its elements are", () => {
    const deep = `${"<a>".repeat(50_000)}${"</a>".repeat(50_000)}`;
    expect(parse(`<FinalStatus>${deep}${GROUP}</FinalStatus>`).recorder.all.total).toMatchObject({
      requests: 4,
      errors: 1,
    });
  });
});
