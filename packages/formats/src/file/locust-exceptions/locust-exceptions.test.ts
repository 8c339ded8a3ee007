import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { locustExceptions } from "./index.ts";

it("warns of exceptions in the code of the users, which are no requests", () => {
  const file = readFileSync(join(import.meta.dirname, "fixtures/raised_exceptions.csv"));
  const { report, recorder } = parseAll(locustExceptions, file);
  expect(report.warnings).toEqual([
    {
      code: "user-code-exceptions",
      count: 1,
      detail: 'The user code raised exceptions. First exception, raised 34 times: "no item, \\"7\\"".',
      lines: [2],
    },
  ]);
  expect(recorder.labels).toHaveLength(1);
});
