import type { LabelPart, MappingRule, RequestsRule } from "./mapping-rule.ts";

const METHOD: LabelPart = {
  tags: ["http.request.method", "http_request_method", "http.method", "http_method", "method"],
};
const ROUTE: LabelPart = {
  tags: [
    "http.route",
    "http_route",
    "route",
    "uri",
    "handler",
    "endpoint",
    "path",
    "url.template",
    "url.path",
    "url_path",
    "http.target",
    "http_target",
    "url",
  ],
  path: true,
};
/** Whether values of this tag can hold a path. */
export function isRouteTag(tag: string): boolean {
  return ROUTE.tags.includes(tag);
}

const HTTP_LABEL = [METHOD, ROUTE];
const STATUS = {
  statusTags: [
    "http.response.status_code",
    "http_response_status_code",
    "http.status_code",
    "http_status_code",
    "status_code",
    "response_code",
    "envoy_response_code",
    "code",
    "status",
  ],
  // OpenTelemetry's requests that ended without a response.
  errorTags: ["error.type", "error_type"],
};

const durations = (unit: RequestsRule["unit"], label: readonly LabelPart[]): RequestsRule => {
  return { kind: "requests", measure: "durations", unit, label, failed: STATUS };
};
const counts = (label: readonly LabelPart[]): RequestsRule => {
  return { kind: "requests", measure: "counts", unit: "s", label, failed: STATUS };
};

const KONG_COUNTS = "kong-requests";
const KONG_LABEL: readonly LabelPart[] = [{ tags: ["service"] }, { tags: ["route"] }];

const K6_REQUESTS = {
  kind: "requests",
  label: [{ tags: ["name", "url"], path: true }],
  failed: { tags: ["expected_response"], values: ["false"] },
  fromZero: true,
} as const;

/**
 * What common clients send, best first: of the rules that fit what a service sends, the first one counts its requests.
 * Durations come before counts, and what an application measures before what a proxy in front of it does.
 */
export const DEFAULT_RULES: readonly MappingRule[] = [
  {
    id: "k6",
    title: "k6",
    metrics: ["http_req_duration"],
    from: "lines",
    to: { ...K6_REQUESTS, measure: "durations", unit: "ms" },
  },
  {
    id: "k6-otel",
    title: "k6 (OpenTelemetry)",
    metrics: ["http_req_duration"],
    from: "metrics",
    to: { ...K6_REQUESTS, measure: "durations", unit: "ms" },
  },
  {
    id: "k6-prometheus",
    title: "k6 (remote write)",
    // Its native histograms. What it otherwise writes as a count has been divided by 1,000 like a duration.
    metrics: ["k6_http_req_duration_seconds"],
    to: { ...K6_REQUESTS, measure: "durations", unit: "s" },
  },
  {
    id: "locust-otel",
    title: "Locust (OpenTelemetry)",
    metrics: ["locust.client.duration", "locust_client_duration_seconds"],
    to: {
      kind: "requests",
      measure: "durations",
      unit: "s",
      label: [{ tags: ["name"], path: true }],
      failed: { onlyIfTagged: ["error.type", "error_type"] },
      fromZero: true,
    },
  },
  {
    id: "otel-http-server",
    title: "OpenTelemetry HTTP server",
    metrics: ["http.server.request.duration", "http_server_request_duration_seconds"],
    to: durations("s", HTTP_LABEL),
  },
  {
    id: "otel-http-server-old",
    title: "OpenTelemetry HTTP server (before 1.23)",
    metrics: ["http.server.duration", "http_server_duration_milliseconds"],
    to: durations("ms", HTTP_LABEL),
  },
  {
    id: "micrometer-http-server",
    title: "Micrometer (Spring Boot)",
    metrics: ["http.server.requests", "http_server_requests_seconds"],
    to: durations("s", HTTP_LABEL),
  },
  {
    id: "http-request-duration",
    title: "Prometheus client (http_request_duration_seconds)",
    metrics: ["http_request_duration_seconds"],
    to: durations("s", HTTP_LABEL),
  },
  {
    id: "istio-duration",
    title: "Istio",
    metrics: ["istio_request_duration_milliseconds"],
    matchers: [{ tag: "reporter", isNot: ["source"] }],
    to: durations("ms", [{ tags: ["destination_service_name", "destination_workload"] }]),
  },
  {
    id: "nginx-ingress-duration",
    title: "NGINX ingress",
    metrics: ["nginx_ingress_controller_request_duration_seconds"],
    to: durations("s", HTTP_LABEL),
  },
  {
    id: "traefik-duration",
    title: "Traefik",
    metrics: ["traefik_service_request_duration_seconds"],
    to: durations("s", [METHOD, { tags: ["service"] }]),
  },
  {
    id: "kong-latency",
    title: "Kong",
    // It has no status: only the counter says which requests failed.
    metrics: ["kong_request_latency_ms"],
    to: { ...durations("ms", KONG_LABEL), outcomesFrom: KONG_COUNTS },
  },
  {
    id: "k6-prometheus-counts",
    title: "k6 (remote write, counts only)",
    metrics: ["k6_http_reqs_total"],
    to: { ...K6_REQUESTS, measure: "counts", unit: "s" },
  },
  {
    id: "micrometer-influx",
    title: "Micrometer (InfluxDB registry)",
    metrics: ["http_server_requests"],
    from: "lines",
    // Its step, unless it is configured. Each line has the requests since the line before.
    to: {
      ...counts(HTTP_LABEL),
      unit: "ms",
      lines: { count: "count", mean: "mean", seconds: 60, whole: "" },
    },
  },
  {
    id: "http-requests-total",
    title: "Prometheus client (http_requests_total)",
    metrics: ["http_requests_total"],
    to: counts(HTTP_LABEL),
  },
  {
    id: "istio-requests",
    title: "Istio (counts only)",
    metrics: ["istio_requests_total"],
    matchers: [{ tag: "reporter", isNot: ["source"] }],
    to: counts([{ tags: ["destination_service_name", "destination_workload"] }]),
  },
  {
    id: "nginx-ingress-requests",
    title: "NGINX ingress (counts only)",
    metrics: ["nginx_ingress_controller_requests"],
    to: counts(HTTP_LABEL),
  },
  {
    id: "traefik-requests",
    title: "Traefik (counts only)",
    metrics: ["traefik_service_requests_total"],
    to: counts([METHOD, { tags: ["service"] }]),
  },
  {
    id: KONG_COUNTS,
    title: "Kong (counts only)",
    metrics: ["kong_http_requests_total"],
    to: { ...counts(KONG_LABEL), givesOutcomes: true },
  },
  {
    id: "envoy-requests",
    title: "Envoy (counts only)",
    metrics: ["envoy_cluster_upstream_rq"],
    to: counts([{ tags: ["envoy_cluster_name"] }]),
  },
  {
    id: "jmeter",
    title: "JMeter",
    metrics: ["jmeter"],
    // Lines with the status "all" repeat those with "ok" and "ko".
    matchers: [
      { tag: "statut", is: ["ok", "ko"] },
      { tag: "transaction", isNot: ["internal"] },
    ],
    to: {
      kind: "requests",
      measure: "counts",
      unit: "ms",
      label: [{ tags: ["transaction"] }],
      failed: { tags: ["statut"], values: ["ko"] },
      lines: { count: "count", mean: "avg", seconds: 5, whole: "all" },
    },
  },
  {
    id: "users-jmeter",
    title: "JMeter threads",
    metrics: ["jmeter"],
    field: "meanAT",
    matchers: [{ tag: "transaction", is: ["internal"] }],
    to: { kind: "gauge", name: "users", unit: null },
  },
  {
    id: "users-k6",
    title: "k6 users",
    metrics: ["vus", "k6_vus"],
    to: { kind: "gauge", name: "users", unit: null },
  },
  {
    id: "consumer-lag",
    title: "Kafka consumer lag",
    metrics: ["kafka_consumergroup_lag_sum"],
    to: { kind: "gauge", name: "consumer lag", unit: "messages" },
  },
  {
    id: "cpu-otel",
    title: "Process CPU (OpenTelemetry, JVM)",
    metrics: [
      "process.cpu.utilization",
      "process_cpu_utilization",
      "jvm.cpu.recent_utilization",
      "process_cpu_usage",
    ],
    to: { kind: "gauge", name: "cpu", unit: "%", percent: true },
  },
];
