import { expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { locustFailures } from "./index.ts";

const HEADER = "Method,Name,Error,Occurrences,First Seen,Last Seen";

it("tells of each label why its requests failed, and how often", () => {
  const file = `${HEADER}\nGET,"/a, b",HTTPError('500'),3,,\nGET,"/a, b",ConnectionError,2,,\nGET,/c,x,0,,\n`;
  const { report, recorder } = parseAll(locustFailures, Buffer.from(file));
  expect(recorder.named.map(({ name, failures }) => [name, [...failures]])).toEqual([
    [
      "GET /a, b",
      [
        ["HTTPError('500')", 3],
        ["ConnectionError", 2],
      ],
    ],
  ]);
  expect(report.refused).toMatchObject({ count: 1, first: [{ line: 4, column: "Occurrences" }] });
});
