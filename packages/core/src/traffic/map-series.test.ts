import { describe, expect, it } from "vitest";
import { DEFAULT_RULES } from "./default-rules.ts";
import { foldPath } from "./fold-path.ts";
import { mapSeries } from "./map-series.ts";
import type { MetricSeries } from "./metric-sink.ts";

function map(name: string, tags: Record<string, string>, more: Partial<MetricSeries> = {}) {
  const series: MetricSeries = {
    name,
    field: null,
    unit: null,
    kind: "unknown",
    temporality: "each",
    tags: Object.entries(tags).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ...more,
  };
  return mapSeries(series, DEFAULT_RULES, { foldPaths: true });
}

describe("whether a request failed", () => {
  const failed = (name: string, tags: Record<string, string>, more: Partial<MetricSeries> = {}) => {
    const mapped = map(name, tags, more);
    return mapped?.kind === "requests" ? mapped.failed : "not requests";
  };

  it("isn't known without a status, and never false", () => {
    expect(failed("http_request_duration_seconds_count", { path: "/a" })).toBeNull();
    expect(failed("http_requests_total", { method: "GET", code: "" })).toBeNull();
    for (const status of ["UNKNOWN", "0", "-", "OK"])
      expect(failed("http_server_requests_seconds_count", { status })).toBeNull();
    expect(failed("http_req_duration", { name: "a" }, { field: "value" })).toBeNull();
  });

  it("is shown by a status or its class", () => {
    const of = (code: string) => failed("http_requests_total", { code });
    expect(["200", "2xx", "404", "302", "500", "5xx"].map(of)).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  it("is shown by OpenTelemetry's error where there was no response", () => {
    const name = "http.server.request.duration";
    expect(failed(name, { "error.type": "java.net.SocketException" })).toBe(true);
    expect(failed(name, { "error.type": "404", "http.response.status_code": "404" })).toBe(false);
  });
});

describe("the default rules", () => {
  it("read what an OpenTelemetry SDK measures of HTTP servers", () => {
    const tags = {
      "http.request.method": "GET",
      "http.route": "/cart/{id}",
      "http.response.status_code": "503",
      "url.path": "/cart/7",
    };
    const histogram = { unit: "s", kind: "histogram", temporality: "cumulative" } as const;
    expect(map("http.server.request.duration", tags, histogram)).toMatchObject({
      rule: "otel-http-server",
      label: "GET /cart/{id}",
      failed: true,
      microsPerUnit: 1_000_000,
    });
  });

  it("read classic histograms by their parts, and Micrometer's unit", () => {
    const tags = { method: "POST", uri: "/orders", status: "200", le: "0.5" };
    expect(map("http_server_requests_seconds_bucket", tags)).toMatchObject({
      rule: "micrometer-http-server",
      label: "POST /orders",
      failed: false,
      part: { part: "bucket", bound: 0.5 },
    });
    expect(map("http.server.requests", {}, { unit: "milliseconds" })).toMatchObject({ microsPerUnit: 1_000 });
  });

  it("read counters where there are no durations", () => {
    expect(map("http_requests_total", { code: "500", handler: "/x" })).toMatchObject({
      rule: "http-requests-total",
      measure: "counts",
      label: "/x",
      failed: true,
    });
  });

  it("count what Istio's servers report, and not what its clients report of the same requests", () => {
    expect(map("istio_requests_total", { reporter: "source" })).toBeNull();
    expect(map("istio_requests_total", { reporter: "destination" })).not.toBeNull();
  });

  it("read k6's points of line protocol, and k6's own word for a failure", () => {
    const tags = { name: "http://shop.test/products/42?page=2", status: "404", expected_response: "false" };
    expect(map("http_req_duration", tags, { field: "value" })).toMatchObject({
      label: "http://shop.test/products/{id}",
      failed: true,
      microsPerUnit: 1_000,
      fromZero: true,
    });
    expect(map("vus", {}, { field: "value" })).toMatchObject({ kind: "gauge", name: "users" });
  });

  it("read JMeter's lines of what went well and what failed, and leave those out that repeat both", () => {
    const line = (statut: string, field: string, transaction = "Checkout") =>
      map("jmeter", { application: "shop", statut, transaction }, { field });
    expect(line("ko", "count")).toMatchObject({ rule: "jmeter", label: "Checkout", failed: true });
    expect(line("ok", "avg")).toMatchObject({ failed: false, microsPerUnit: 1_000 });
    expect([line("all", "count"), line("ok", "pct99.0"), line("ok", "count", "internal")]).toEqual([
      null,
      null,
      null,
    ]);
    expect(map("jmeter", { transaction: "internal" }, { field: "meanAT" })).toMatchObject({ kind: "gauge" });
  });

  it("leave the rest alone", () => {
    expect(map("go_goroutines", {})).toBeNull();
    expect(map("http_req_duration", {}, { field: "p95" })).toBeNull();
    expect(map("process_cpu_usage", {}, { temporality: "cumulative" })).toBeNull();
  });
});

describe("a path", () => {
  it.each([
    ["/users/123", "/users/{id}"],
    ["/users/123/orders/9?x=1#top", "/users/{id}/orders/{id}"],
    ["/o/3f2504e0-4f89-11d3-9a0c-0305e82c3301", "/o/{id}"],
    ["/blob/9c56cc51b374c3ba189210d5b6d4bf57790d351c", "/blob/{id}"],
    ["/s/AbC123dEf456GhI789jKl0", "/s/{id}"],
    ["https://shop.test/p/7", "https://shop.test/p/{id}"],
    ["/v1/search", "/v1/search"],
    ["/assets/app.3f2504e04f8911d39a0c.js", "/assets/app.3f2504e04f8911d39a0c.js"],
    ["/internationalization-settings", "/internationalization-settings"],
    ["", ""],
  ])("%s becomes %s", (path, folded) => {
    expect(foldPath(path)).toBe(folded);
  });
});

describe("Kong 3", () => {
  const TEXT = `# HELP kong_http_requests_total HTTP status codes per consumer/service/route in Kong
# TYPE kong_http_requests_total counter
kong_http_requests_total{service="discovery",route="location",code="200",source="service",workspace="default",consumer=""} 19880
kong_http_requests_total{service="discovery",route="location",code="503",source="kong",workspace="default",consumer=""} 120
# HELP kong_request_latency_ms Total latency incurred during requests for each service/route in Kong
# TYPE kong_request_latency_ms histogram
kong_request_latency_ms_bucket{service="discovery",route="location",workspace="default",le="25"} 11500
kong_request_latency_ms_bucket{service="discovery",route="location",workspace="default",le="+Inf"} 20000
kong_request_latency_ms_count{service="discovery",route="location",workspace="default"} 20000
kong_request_latency_ms_sum{service="discovery",route="location",workspace="default"} 900000
# TYPE kong_upstream_latency_ms histogram
kong_upstream_latency_ms_count{service="discovery",route="location",workspace="default"} 19880
# TYPE kong_nginx_requests_total gauge
kong_nginx_requests_total{node_id="1",subsystem="http"} 20010`;
  const mapped = TEXT.split("\n").flatMap((line) => {
    const [, name = "", tags = ""] = /^(\w+)\{(.*)\} \d+$/.exec(line) ?? [];
    if (name === "") return [];
    const pairs = [...tags.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key, value]);
    return [{ name, series: map(name, Object.fromEntries(pairs) as Record<string, string>) }];
  });
  const of = (name: string) =>
    mapped.flatMap(({ name: own, series }) => (own === name && series?.kind === "requests" ? [series] : []));

  it("has latencies of its services and routes in one metric, and what failed in another", () => {
    const [bucket] = of("kong_request_latency_ms_bucket");
    expect(bucket).toMatchObject({
      rule: "kong-latency",
      label: "discovery location",
      failed: null,
      microsPerUnit: 1_000,
    });
    expect(of("kong_http_requests_total").map(({ rule, label, failed }) => [rule, label, failed])).toEqual([
      ["kong-requests", "discovery location", false],
      ["kong-requests", "discovery location", true],
    ]);
  });

  it("counts each request once: not what it waited for, and not those of its own administration", () => {
    const counted = mapped.filter(({ series }) => series !== null).map(({ name }) => name);
    expect(new Set(counted)).toEqual(
      new Set([
        "kong_http_requests_total",
        "kong_request_latency_ms_bucket",
        "kong_request_latency_ms_count",
        "kong_request_latency_ms_sum",
      ]),
    );
  });
});
