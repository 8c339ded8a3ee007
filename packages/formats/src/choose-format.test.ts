import { describe, expect, it } from "vitest";
import { chooseFormat, type FormatWish } from "./choose-format.ts";

const jtl = Buffer.from("timeStamp,elapsed,label,success\n1795254513000,12,GET /,true\n");
const own = Buffer.from("when;took\n2026-11-21T10:00:00Z;12\n");
const mapping = { latency: { column: "took", unit: "ms" as const } };

function choose(head: Uint8Array, wish: Partial<FormatWish> = {}) {
  const { format, mapping: used } = chooseFormat(head, {
    tool: "auto",
    mapping: null,
    storedMapping: null,
    ...wish,
  });
  return { id: format.id, used };
}

describe("the format of a file", () => {
  it("is found by its first bytes", () => {
    expect(choose(jtl)).toEqual({ id: "jmeter-csv", used: null });
  });

  it("is one of the tool that is named", () => {
    expect(choose(jtl, { tool: "jmeter" }).id).toBe("jmeter-csv");
    expect(() => choose(jtl, { tool: "k6" })).toThrow(expect.objectContaining({ code: "format-unknown" }));
    expect(() => choose(jtl, { tool: "nothing" })).toThrow(
      expect.objectContaining({ code: "parameter-unreadable", field: "tool" }),
    );
  });

  it("is the one that is named, whatever the file looks like", () => {
    expect(choose(own, { tool: "jmeter-csv" }).id).toBe("jmeter-csv");
  });

  it("is generic where a mapping is given; one that does not fit is refused", () => {
    expect(choose(own, { mapping })).toEqual({ id: "generic-csv", used: mapping });
    expect(() => choose(jtl, { mapping })).toThrow(
      expect.objectContaining({ code: "format-unknown", field: "mapping" }),
    );
    expect(() => choose(own, { mapping, tool: "k6" })).toThrow(expect.objectContaining({ field: "mapping" }));
  });

  it("is read by a mapping that the experiment knows only where no tool's format is found", () => {
    expect(choose(own, { storedMapping: mapping })).toEqual({ id: "generic-csv", used: mapping });
    expect(choose(jtl, { storedMapping: mapping })).toEqual({ id: "jmeter-csv", used: null });
    expect(() => choose(own, { storedMapping: { nonsense: true } })).toThrow(
      expect.objectContaining({ code: "format-unknown" }),
    );
  });

  it("that no format recognizes says what was tried, with equal reasons grouped", () => {
    try {
      choose(Buffer.from("hello\n"));
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({
        code: "format-unknown",
        message: expect.stringMatching(/artillery-json, autocannon-json.*: it is not a JSON object/),
      });
    }
  });
});
