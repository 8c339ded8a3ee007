import { expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { ghzInfluxSummary } from "./index.ts";

const LINE =
  'ghz_run,call="a.B/C",errors=0,has_errors=false count=800,total=143611898,average=691903,fastest=65096,slowest=8073832,rps=5570.57,median=234047,p95=3695669,errors=0 1795255580563735192';
const parse = (line: string) => parseAll(ghzInfluxSummary, Buffer.from(line));

it("has a duration and a label", () => {
  const { report, recorder } = parse(LINE);
  expect(report).toMatchObject({ source: "quoted", durationSeconds: 0.143_611_898, clock: "none" });
  expect(recorder.named.map(({ name }) => name)).toEqual(["a.B/C"]);
});

it("has no latencies when every call failed", () => {
  const failed = LINE.replace(",median=234047,p95=3695669,errors=0", ",errors=800");
  expect(parse(failed).report.source).toBe("none");
  expect(parse(failed).recorder.all.total).toMatchObject({ errors: 800, minMicros: null });
});

it("is refused when it is cut", () => {
  expect(() => parse(LINE.slice(0, 100))).toThrow(expect.objectContaining({ code: "file-unreadable" }));
});
