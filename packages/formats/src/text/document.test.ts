import type { ParseReport } from "@headroom/core";
import { describe, expect, it } from "vitest";
import { documentParser, jsonParser } from "./document.ts";

const report = {} as ParseReport;

function readText(bytes: Uint8Array, size: number, options = {}): string {
  let read = "";
  const parser = documentParser(options, (text) => {
    read = text;
    return report;
  });
  for (let at = 0; at < bytes.length; at += size) parser.write(bytes.subarray(at, at + size));
  parser.end();
  return read;
}

describe("a document", () => {
  it.each([1, 3, 1_000])("is the same text in chunks of %i, without its mark", (size) => {
    expect(readText(Buffer.from("\uFEFFdéjà vu ✓"), size)).toBe("déjà vu ✓");
    expect(readText(Buffer.from("\uFEFFdéjà vu ✓", "utf16le"), size)).toBe("déjà vu ✓");
    expect(readText(Buffer.from("déjà vu", "latin1"), size)).toBe("déjà vu");
  });

  it("is refused past its limit, and when it is empty", () => {
    const large = () => readText(Buffer.alloc(11, "x"), 4, { maxDocumentBytes: 10 });
    expect(large).toThrow(expect.objectContaining({ code: "document-too-large" }));
    for (const empty of ["", " \r\n\n"]) {
      expect(() => readText(Buffer.from(empty), 1)).toThrow(expect.objectContaining({ code: "file-empty" }));
    }
  });

  it("of JSON names the place where it ends or breaks", () => {
    const parse = (text: string) => () => {
      const parser = jsonParser({}, () => report);
      parser.write(Buffer.from(text));
      parser.end();
    };
    expect(parse('{"a": 1}')).not.toThrow();
    expect(parse('{"é": 1,\n "b": x}')).toThrow(
      expect.objectContaining({ code: "file-unreadable", line: 2, byte: 16 }),
    );
    expect(parse('{"a": 1}\n{"a": 2}\n')).toThrow(
      expect.objectContaining({ code: "file-unreadable", line: 2, byte: 9 }),
    );
    expect(parse('{"a": [1,')).toThrow(expect.objectContaining({ code: "file-unreadable", byte: 9 }));
  });
});
