import { HeadroomError } from "@headroom/core";
import { describe, expect, it } from "vitest";
import { matchesMapping } from "../../mapping-detection.ts";
import type { ParseOptions } from "../../parser.ts";
import { parseAll } from "../../recorder.ts";
import { prometheusText } from "./index.ts";

function parse(text: string, options: ParseOptions = {}) {
  return parseAll(prometheusText, Buffer.from(text), options);
}

function refusal(text: string, options: ParseOptions = {}): HeadroomError {
  try {
    parse(text, options);
  } catch (error) {
    if (error instanceof HeadroomError) return error;
  }
  throw new Error("was not refused");
}

/** A histogram of one bucket and what lies above it. */
function histogram(name: string, labels: string, below: number, all: number): string {
  const between = labels === "" ? "" : `${labels},`;
  return [
    `# TYPE ${name} histogram`,
    `${name}_bucket{${between}le="0.1"} ${below}`,
    `${name}_bucket{${between}le="+Inf"} ${all}`,
    `${name}_sum{${labels}} ${all * 0.05}`,
    "",
  ].join("\n");
}

const REQUESTS = "http_request_duration_seconds";

describe("the histogram of requests", () => {
  it.each([
    [["rpc_seconds"], "rpc_seconds"],
    [["db_query_seconds", REQUESTS], REQUESTS],
    [
      ["http_client_request_duration_seconds", "http_server_request_duration_seconds"],
      "http_server_request_duration_seconds",
    ],
    [
      ["gc_seconds", "http_server_requests_seconds", "app_request_duration_ms"],
      "http_server_requests_seconds",
    ],
  ])("of %j is %s", (names, chosen) => {
    const text = names.map((name) => histogram(name, "", 1, name === chosen ? 7 : 99)).join("");
    expect(parse(text).recorder.all.total?.requests).toBe(7);
  });

  it("is asked for where several may be it, and is the one that the mapping names", () => {
    const text =
      histogram("a_request_duration_seconds", "", 1, 2) + histogram("b_request_duration_seconds", "", 1, 3);
    expect(refusal(text)).toMatchObject({ code: "parameter-missing", field: "mapping" });
    const mapping = (column: string) => ({ mapping: { latency: { column, unit: "s" as const } } });
    expect(parse(text, mapping("b_request_duration_seconds")).recorder.all.total?.requests).toBe(3);
    expect(refusal(text, mapping("c")).code).toBe("parameter-unreadable");
    const detection = matchesMapping(Buffer.from(text), mapping("c").mapping);
    expect(detection).toEqual({ match: true, format: "prometheus-text" });
  });

  it("has the unit of its name, or the one that is given", () => {
    const boundOf = (name: string, options: ParseOptions = {}) => {
      const distribution = parse(histogram(name, "", 1, 2), options).recorder.all.total?.distribution;
      return distribution?.kind === "buckets" ? distribution.upperBoundsMicros : null;
    };
    expect(boundOf("rpc_milliseconds")).toEqual([100]);
    expect(boundOf("rpc", { unit: "s" })).toEqual([100_000]);
    expect(refusal(histogram("rpc", "", 1, 2))).toMatchObject({ code: "parameter-missing", field: "unit" });
  });

  it("is missing", () => {
    expect(refusal("# TYPE up gauge\nup 1\n").code).toBe("file-unreadable");
  });
});

describe("errors", () => {
  const two =
    histogram(REQUESTS, 'method="GET",path="/a"', 5, 60) +
    histogram(REQUESTS, 'method="POST",path="/a"', 5, 40);
  const errorsOf = (text: string) => {
    const { recorder, report } = parse(text);
    const named = recorder.named.map(({ name, total }) => [name, total?.errors]);
    return {
      all: recorder.all.total?.errors,
      named,
      absent: report.absent,
      codes: report.warnings.map(({ code }) => code),
    };
  };

  it("are told by a counter with a status, of the endpoint that it names", () => {
    const counter =
      'http_requests_total{method="GET",path="/a",code="200"} 57\nhttp_requests_total{method="GET",path="/a",code="500"} 3\nhttp_requests_total{method="POST",path="/a",code="404"} 40\n';
    expect(errorsOf(two + counter)).toMatchObject({
      all: 3,
      named: [
        ["GET /a", 3],
        ["POST /a", 0],
      ],
      codes: ["one-scrape"],
    });
  });

  it("of endpoints that share a counter are told together only", () => {
    const counter =
      'http_requests_total{path="/a",code="200"} 95\nhttp_requests_total{path="/a",code="503"} 5\n';
    expect(errorsOf(two + counter)).toMatchObject({
      all: 5,
      codes: ["errors-of-labels-untold", "one-scrape"],
    });
  });

  it("are told by a counter of errors", () => {
    expect(errorsOf(`${two}http_request_errors_total{method="POST",path="/a"} 4\n`)).toMatchObject({
      all: 4,
      named: [
        ["GET /a", 0],
        ["POST /a", 4],
      ],
    });
  });

  it("are absent where a counter counted other requests, or there is none", () => {
    const absent = { absent: ["errors"], codes: ["failures-untold", "one-scrape"] };
    expect(errorsOf(two)).toMatchObject(absent);
    expect(errorsOf(`${two}http_requests_total{code="500"} 7\n`)).toMatchObject(absent);
    expect(errorsOf(`${two}http_request_errors_total NaN\n`)).toMatchObject(absent);
  });
});

describe("a scrape that cannot be read", () => {
  const good = histogram(REQUESTS, 'path="/a"', 5, 60);

  it.each([
    ["without its last bucket", good.replace(/.*Inf.*\n/, ""), "file-truncated"],
    ["cut within a value", `${good}http_requests_total{code="500"} 3`, "file-truncated"],
    ["with falling buckets", histogram(REQUESTS, "", 5, 4), "file-unreadable"],
    ["with a bucket twice", good + good, "file-unreadable"],
    ["with half a request", histogram(REQUESTS, "", 5, 5.5), "file-unreadable"],
    ["with a broken line", `${good}what is this\n`, "file-unreadable"],
    ["with an open label", `${good}up{a="b 1\n`, "file-unreadable"],
    ["with a bucket without bound", good.replace('le="0.1"', 'le="x"'), "file-unreadable"],
  ])("is refused: %s", (_, text, code) => {
    expect(refusal(text).code).toBe(code);
  });

  it("names its line", () => {
    expect(refusal(`${good}what is this\n`)).toMatchObject({
      line: 5,
      message: expect.stringContaining("what is this"),
    });
  });
});

describe("labels", () => {
  it("without an endpoint count as all requests, and hostile names hurt nothing", () => {
    expect(parse(histogram(REQUESTS, "", 5, 60)).recorder.named).toEqual([]);
    const named = parse(histogram(REQUESTS, 'path="__proto__",__proto__="x"', 5, 60)).recorder.named;
    expect(named.map(({ name }) => name)).toEqual(["__proto__"]);
  });

  it("of thousands of endpoints and failures are matched at once", () => {
    const count = 3_000;
    const text = Array.from({ length: count }, (_, at) =>
      [
        histogram(REQUESTS, `path="/${at}"`, 5, 60),
        `http_requests_total{path="/${at}",code="500"} 60\n`,
      ].join(""),
    ).join("");
    const { recorder } = parse(text);
    expect(recorder.all.total).toMatchObject({ requests: 60 * count, errors: 60 * count });
    expect(recorder.named).toHaveLength(count);
  });
});
