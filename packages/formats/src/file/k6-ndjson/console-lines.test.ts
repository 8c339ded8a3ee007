import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { k6Ndjson } from "./index.ts";

const BANNER = `
         /\\      Grafana   /‾‾/
    /\\  /  \\     |\\  __   /  /
 / __________ \\  |_|\\_\\  \\_____/

     execution: local
        script: script.js
        output: json (-)

     scenarios: (100.00%) 1 scenario, 4 max VUs, 36s max duration (incl. graceful stop):
              * default: 4 looping VUs for 6s (gracefulStop: 30s)

`;
const PROGRESS = `

running (01.0s), 4/4 VUs, 21 complete and 0 interrupted iterations
default   [  17% ] 4 VUs  1.0s/6s
`;
const SUMMARY = `
  █ TOTAL RESULTS

    HTTP
    http_req_duration..............: avg=20.31ms min=3.12ms med=12.39ms max=131.2ms p(90)=29.99ms p(95)=36.5ms
      { expected_response:true }...: avg=20.31ms min=3.12ms med=12.39ms max=131.2ms p(90)=29.99ms p(95)=36.5ms
    http_reqs......................: 141    22.9/s
`;
const METRIC = `{"type":"Metric","data":{"name":"http_reqs","type":"counter","contains":"default","thresholds":[],"submetrics":null},"metric":"http_reqs"}`;

const point = (label = "a") =>
  JSON.stringify({
    metric: "http_req_duration",
    type: "Point",
    data: {
      time: "2026-11-21T09:40:10.942328481Z",
      value: 5.25,
      tags: { error: "read  tcp", expected_response: "false", name: label },
    },
  });

const parse = (text: string) => parseAll(k6Ndjson, Buffer.from(text));

describe("the console output of k6", () => {
  it("before the first line of JSON doesn't hide the format", () => {
    expect(k6Ndjson.detect(Buffer.from(`${BANNER}${PROGRESS}${METRIC}\n`))).toEqual({ match: true });
    expect(k6Ndjson.detect(Buffer.from(`${BANNER}${PROGRESS}{"type":"Row"}\n${METRIC}\n`)).match).toBe(false);
    expect(k6Ndjson.detect(Buffer.from(BANNER)).match).toBe(false);
  });

  it("is skipped and counted, with one warning", () => {
    const { report, recorder } = parse(`${BANNER}${METRIC}\n${point()}\n${PROGRESS}${point()}\n${SUMMARY}`);
    expect(report).toMatchObject({ accepted: 2, refused: { count: 0 } });
    expect(report.warnings).toMatchObject([{ code: "console-output", count: 15 }]);
    expect(recorder.requests).toMatchObject({ errors: 2 });
  });

  it.each([1, 13, 31, 55, 70, 100, 120, 130, point().length - 1, point().length])(
    "within a line, after %i characters of it, loses nothing of the line",
    (at) => {
      const cut = `${point("b").slice(0, at)}${PROGRESS}${point("b").slice(at)}`;
      const { report, recorder } = parse(`${point()}\n${cut}\n${point()}\n`);
      expect(report).toMatchObject({ accepted: 3, refused: { count: 0 } });
      expect(report.warnings).toMatchObject([{ code: "console-output", count: 2 }]);
      expect(recorder.countsOf("request")).toEqual({ a: 2, b: 1 });
      expect(recorder.named.map(({ failures }) => Object.fromEntries(failures))).toEqual([
        { "read  tcp": 2 },
        { "read  tcp": 1 },
      ]);
    },
  );

  it("doesn't excuse a line that is never completed", () => {
    const cut = point().slice(0, 60);
    const { report } = parse(`${point()}\n${cut}${PROGRESS}${point()}\n`);
    expect(report).toMatchObject({
      accepted: 2,
      refused: { count: 1, first: [{ line: 2, byte: point().length + 1 }] },
    });
    const two = parse(`${point()}\n${cut}\n${cut}`);
    expect(two.report.refused).toMatchObject({ count: 2, first: [{ line: 2 }, { line: 3 }] });
    expect(two.report.refused.first[1]?.reason).toMatch(/^the last line is incomplete/);
  });
});
