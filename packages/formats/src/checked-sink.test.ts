import { aggregateRun, encodeCells, HeadroomError } from "@headroom/core";
import { describe, expect, it } from "vitest";
import { UploadParse } from "./upload-parse.ts";
import { readFixtures } from "./testing/fixture.ts";
import type { Fixture } from "./testing/fixture.ts";
import { formats } from "./registry.ts";

/** The short ones of each format, at least one of them: what is wrong with a figure shows in the first. */
const fixtures = [...Map.groupBy(readFixtures(), ({ format }) => format).values()].flatMap((of) => {
  const byLength = of.toSorted((a, b) => a.bytes.length - b.bytes.length);
  return byLength.filter(({ bytes }, at) => at === 0 || bytes.length < 50_000);
});
const NUMBER = /(?<=[,\t :])\d+(?:\.\d+)?(?=[,\t\n\r}\] ])/g;

/** As ingest reads a file: into cells that can be stored. */
async function read({ format: id, truth }: Fixture, bytes: Uint8Array): Promise<unknown> {
  const format = formats.find((one) => one.id === id);
  if (format === undefined) throw new Error(`no format ${id}`);
  const parse = async (files: UploadParse) => {
    files.begin("the file", format, truth.options ?? {});
    files.write(bytes);
    return files.end();
  };
  const run = await aggregateRun(
    async (sink) => parse(new UploadParse(sink, false)),
    {},
    async () => {},
  );
  const { totals } = run;
  if (totals === null) return run;
  const cells = [totals.all, ...totals.labels.map(({ total }) => total)];
  encodeCells(cells.map((cell) => ({ label: 0, stepSeconds: 600, offsetSeconds: 0, piece: 0, cell })));
  return run;
}

describe("figures of a file", () => {
  it("pass as every tool writes them", async () => {
    for (const fixture of fixtures.filter(({ format }) => roleOf(format) === "run")) {
      await expect(read(fixture, fixture.bytes), fixture.name).resolves.toBeDefined();
    }
  });

  it.each(["1e400", "1e300", "1e20", "9e15", "-1", "-0", "1.5", "NaN", "0", "9".repeat(30)])(
    "are refused by an error of ours, or can be stored, where all are %s",
    async (value) => {
      for (const fixture of fixtures) {
        const text = Buffer.from(fixture.bytes).toString("latin1").replaceAll(NUMBER, value);
        const failure = await read(fixture, Buffer.from(text, "latin1")).then(
          () => null,
          (error: unknown) => error,
        );
        const isOurs = failure === null || failure instanceof HeadroomError;
        expect(isOurs, `${fixture.format} ${fixture.name}: ${String(failure)}`).toBe(true);
      }
    },
  );
});

function roleOf(id: string) {
  return formats.find((format) => format.id === id)?.role;
}
