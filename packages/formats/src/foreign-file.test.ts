import { describe, expect, it } from "vitest";
import { chooseFormat } from "./choose-format.ts";
import { readFixtures } from "./testing/fixture.ts";
import { foreignFileOf } from "./foreign-file.ts";

const ANY = { tool: "auto", mapping: null, storedMapping: null };
const JTL = "timeStamp,elapsed,label,success\n1700000000000,5,Home,true\n";

function tar(): Buffer {
  const archive = Buffer.alloc(2_048);
  archive.write("results.jtl");
  archive.write("ustar\0", 257, "latin1");
  archive.write(JTL, 512);
  return archive;
}

describe("a file that no load tool writes", () => {
  it.each([
    ["a ZIP archive", Buffer.from("504b030414000000", "hex")],
    ["a tar archive", tar()],
    ["compressed with xz", Buffer.from("fd377a585a000004", "hex")],
    ["compressed with bzip2", Buffer.from("BZh91AY&SY")],
    ["a PDF", Buffer.from("%PDF-1.7\n")],
    ["a PNG image", Buffer.from("89504e470d0a1a0a", "hex")],
    ["a web page", Buffer.from("\uFEFF\n<!DOCTYPE html>\n<html><title>502 Bad Gateway</title>")],
    ["a web page", Buffer.from("<html><head>")],
  ])("is called %s, whatever tool it is said to be of", (what, head) => {
    for (const tool of ["auto", "jmeter", "generic-csv"]) {
      expect(() => chooseFormat(head, { ...ANY, tool })).toThrow(
        expect.objectContaining({ code: "format-unknown", message: `The file is ${what}.`, byte: 0 }),
      );
    }
  });

  it("isn't one of the fixtures", () => {
    for (const { bytes } of readFixtures()) expect(foreignFileOf(bytes)).toBeNull();
  });
});

describe("a blank file", () => {
  it.each(["\n", " \r\n\t\n", "\uFEFF", "\0\0\0\0"])("is called empty: %j", (text) => {
    expect(() => chooseFormat(Buffer.from(text), ANY)).toThrow(
      expect.objectContaining({ code: "file-empty" }),
    );
  });

  it("is called empty in UTF-16 too", () => {
    expect(() => chooseFormat(Buffer.from("\uFEFF\r\n\r\n", "utf16le"), ANY)).toThrow(
      expect.objectContaining({ code: "file-empty" }),
    );
  });
});
