import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { chooseFormat } from "./choose-format.ts";
import { Recorder } from "./recorder.ts";
import { UploadParse } from "./upload-parse.ts";

const HEADER = "starttime\tseconds\tctime\tdtime\tttime\twait";
const rows = (count: number) =>
  [
    HEADER,
    ...Array.from({ length: count }, () => "Sat Nov 21 09:36:31 2026\t1795253791\t0\t75\t75\t75"),
    "",
  ].join("\n");
const checkout = readFileSync(join(import.meta.dirname, "file/ab-text/fixtures/checkout-c10.txt"), "utf8");
const withoutErrors = checkout
  .replace(/^Failed requests:.*$/m, "Failed requests:        0")
  .replace(/^ {3}\(Connect:.*\n/m, "")
  .replace(/^Non-2xx responses:.*\n/m, "");

function read(...files: [name: string, text: string][]) {
  const parse = new UploadParse(new Recorder(), true);
  for (const [name, text] of files) {
    const bytes = Buffer.from(text);
    const { format } = chooseFormat(bytes, { tool: "auto", mapping: null, storedMapping: null });
    parse.begin(name, format, {});
    parse.write(bytes);
  }
  return parse.end();
}

describe("a report and a log of one run", () => {
  it("are refused if the report counts errors that the log can't place", () => {
    expect(() => read(["report.txt", checkout], ["requests.tsv", rows(300)])).toThrow(
      expect.objectContaining({
        code: "parameter-unreadable",
        message:
          "report.txt counts 5 failed requests, but requests.tsv doesn't show which of its requests they are.",
        hint: "Send one of them: report.txt for the errors, or requests.tsv for latencies over time.",
      }),
    );
  });

  it("are merged if no request failed: then the log's errors are known", () => {
    const merged = read(["requests.tsv", rows(300)], ["report.txt", withoutErrors]);
    expect(merged).toMatchObject({ format: "ab-gnuplot", source: "samples", absent: [] });
    expect(read(["requests.tsv", rows(300)]).absent).toEqual(["errors"]);
  });

  it("are refused if they count different requests", () => {
    expect(() => read(["report.txt", withoutErrors], ["requests.tsv", rows(200)])).toThrow(
      expect.objectContaining({
        code: "parameter-unreadable",
        message: "The files count different requests: report.txt has 300, requests.tsv has 200.",
      }),
    );
    expect(read(["report.txt", withoutErrors], ["requests.tsv", rows(296)]).source).toBe("samples");
  });
});
