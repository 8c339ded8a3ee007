import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "./test-file.ts";

describe("the quick and the careful way", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 12 }),
    fc.constantFrom("Home", 'say "no"', "a,b", "Ü", "x-0", ""),
  );
  const row = fc.record({
    time: fc.integer({ min: 1_500_000_000_000, max: 2_000_000_000_000 }),
    elapsed: fc.integer({ min: 0, max: 2_000_000 }),
    label: text,
    message: text,
    thread: text,
    success: fc.boolean(),
    bytes: fc.nat(),
    latency: fc.nat({ max: 2_000 }),
    sent: fc.nat({ max: 100_000 }),
  });
  const quote = (field: string | number | boolean) => `"${String(field).replaceAll('"', '""')}"`;
  const plainIfPossible = (delimiter: string) => (field: string | number | boolean) =>
    /["\r\n\uD800-\uDFFF]/.test(String(field)) || String(field).includes(delimiter)
      ? quote(field)
      : String(field);

  it("read the same samples, whatever is quoted, in any order of columns", () => {
    const names = [
      "timeStamp",
      "elapsed",
      "label",
      "responseMessage",
      "threadName",
      "success",
      "bytes",
      "Latency",
      "Connect",
      "sentBytes",
    ];
    const property = fc.property(
      fc.array(row, { minLength: 1, maxLength: 20 }),
      fc.shuffledSubarray(names, { minLength: names.length }),
      fc.constantFrom(",", ";", "\t", "|"),
      fc.constantFrom("\n", "\r\n"),
      (rows, columns, delimiter, end) => {
        const written = (spell: (field: string | number | boolean) => string) =>
          [
            columns.join(delimiter),
            ...rows.map((of) => {
              const fields: Record<string, string | number | boolean> = {
                timeStamp: of.time,
                elapsed: of.elapsed,
                label: of.label,
                responseMessage: of.message,
                threadName: of.thread,
                success: of.success,
                bytes: of.bytes,
                Connect: of.latency % 3,
                Latency: of.latency,
                sentBytes: of.sent,
              };
              return columns.map((name) => spell(fields[name] ?? "")).join(delimiter);
            }),
            "",
          ].join(end);
        const quick = parse(written(plainIfPossible(delimiter)));
        const careful = parse(written(quote));
        expect(careful.report).toEqual(quick.report);
        expect(careful.recorder.trace).toBe(quick.recorder.trace);
        expect(careful.recorder.gauges).toEqual(quick.recorder.gauges);
        expect(quick.report.accepted).toBe(rows.length);
      },
    );
    fc.assert(property, { numRuns: 300 });
  });
});
