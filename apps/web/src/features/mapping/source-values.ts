import type { OwnSourceAnswer, OwnSourceInput, SeenMetricAnswer } from "@headroom/contract";
import { matchersOf, matchersText } from "./read-matchers.ts";

type RequestsPart = Extract<OwnSourceInput, { kind: "requests" }>["parts"][number];

/** One metric of a source, as its form has it. */
export interface PartValues {
  /** Of its fields on the page. */
  key: number;
  metric: string;
  field: string;
  matchers: string;
  measure: RequestsPart["measure"];
  unit: RequestsPart["unit"];
  labelTags: string;
  failedBy: "unknown" | "status" | "values";
  failedTag: string;
  failedValues: string;
}

export interface SourceValues {
  name: string;
  kind: OwnSourceInput["kind"];
  gaugeUnit: string;
  percent: boolean;
  parts: PartValues[];
}

/** What is still wrong with a form: the field, and for those of a metric its key. */
export interface SourceProblem {
  field: string;
  part: number | null;
  words: string;
}

export function emptyPart(key: number): PartValues {
  return {
    key,
    metric: "",
    field: "",
    matchers: "",
    measure: "total",
    unit: "s",
    labelTags: "",
    failedBy: "unknown",
    failedTag: "",
    failedValues: "",
  };
}

export function emptySource(): SourceValues {
  return { name: "", kind: "requests", gaugeUnit: "", percent: false, parts: [emptyPart(0)] };
}

export function valuesOfSource(source: OwnSourceAnswer): SourceValues {
  return {
    name: source.name,
    kind: source.kind,
    gaugeUnit: source.kind === "gauge" ? (source.unit ?? "") : "",
    percent: source.kind === "gauge" && source.percent,
    parts: source.parts.map((part, key) => ({
      ...emptyPart(key),
      metric: part.metric,
      field: part.field ?? "",
      matchers: matchersText(part.matchers),
      ...("measure" in part ? valuesOfRequests(part) : {}),
    })),
  };
}

function valuesOfRequests({ measure, unit, labelTags, failed }: RequestsPart): Partial<PartValues> {
  return {
    measure,
    unit,
    labelTags: labelTags.join(", "),
    failedBy: failed?.by ?? "unknown",
    failedTag: failed?.tag ?? "",
    failedValues: failed?.by === "values" ? failed.values.join(", ") : "",
  };
}

/** The first thing that is wrong, or what to send. */
export function readSource(values: SourceValues): OwnSourceInput | SourceProblem {
  const name = values.name.trim();
  if (name === "") return { field: "name", part: null, words: "Enter a name." };
  const parts: RequestsPart[] = [];
  for (const part of values.parts) {
    const read = readPart(part, values.kind);
    if ("words" in read) return read;
    parts.push(read);
  }
  if (values.kind === "requests") {
    if (parts.some(({ measure }) => measure !== "outcomes")) return { name, kind: "requests", parts };
    return { field: "measure", part: values.parts[0]?.key ?? null, words: ONLY_OUTCOMES };
  }
  const unit = values.gaugeUnit.trim();
  return {
    name,
    kind: "gauge",
    percent: values.percent,
    unit: unit === "" ? null : unit,
    parts: parts.map(({ metric, field, matchers }) => ({ metric, field, matchers })),
  };
}

const ONLY_OUTCOMES = "Add the metric whose requests these are.";

function readPart(values: PartValues, kind: SourceValues["kind"]): RequestsPart | SourceProblem {
  const problem = (field: keyof PartValues, words: string) => ({ field, part: values.key, words });
  const metric = values.metric.trim();
  if (metric === "") return problem("metric", "Enter the name of a metric.");
  const matchers = matchersOf(values.matchers);
  if (typeof matchers === "string") return problem("matchers", matchers);
  const failed = kind === "gauge" ? null : failedOf(values);
  if (failed !== null && "words" in failed) return problem(failed.field, failed.words);
  if (kind === "requests" && values.measure === "outcomes" && failed === null)
    return problem("failedBy", "Choose when a request has failed.");
  const field = values.field.trim();
  return {
    metric,
    field: field === "" ? null : field,
    matchers,
    failed,
    measure: values.measure,
    unit: values.unit,
    labelTags: listOf(values.labelTags),
  };
}

function failedOf({
  failedBy,
  failedTag,
  failedValues,
}: PartValues): RequestsPart["failed"] | { field: keyof PartValues; words: string } {
  if (failedBy === "unknown") return null;
  const tag = failedTag.trim();
  if (tag === "") return { field: "failedTag", words: "Enter the tag that says it." };
  if (failedBy === "status") return { by: "status", tag };
  const values = listOf(failedValues);
  return values.length === 0
    ? { field: "failedValues", words: "Enter the values of failed requests." }
    : { by: "values", tag, values };
}

function listOf(text: string): string[] {
  return text.split(",").flatMap((one) => (one.trim() === "" ? [] : one.trim()));
}

const LABEL_TAGS = [
  "http_request_method",
  "http.request.method",
  "method",
  "grpc_service",
  "grpc_method",
  "http_route",
  "http.route",
  "route",
  "uri",
  "path",
  "handler",
  "endpoint",
  "operation",
];
const STATUS_TAGS = [
  "http_response_status_code",
  "http.response.status_code",
  "http_status_code",
  "status_code",
  "response_code",
  "code",
  "status",
];
/** Of what a status can be. */
const STATUS = /^[1-5](?:\d\d|xx)$/i;

/** A source to begin with, from what its metric looks like. */
export function sourceFor({ name, field, kind, countsSinceStart, tags }: SeenMetricAnswer): SourceValues {
  const isBucket = name.endsWith("_bucket");
  const metric = isBucket ? name.slice(0, -"_bucket".length) : name;
  const isDuration = isBucket || kind === "histogram" || kind === "summary";
  const isCount = isDuration || countsSinceStart || kind === "counter" || name.endsWith("_total");
  const status = tags.find(
    ({ tag, values }) => STATUS_TAGS.includes(tag) && values.some((one) => STATUS.test(one)),
  );
  return {
    name: metric.slice(0, 80),
    kind: isCount ? "requests" : "gauge",
    gaugeUnit: "",
    percent: false,
    parts: [
      {
        ...emptyPart(0),
        metric,
        field: field ?? "",
        measure: isDuration ? "durations" : "total",
        labelTags: LABEL_TAGS.filter((tag) => tags.some((own) => own.tag === tag))
          .slice(0, 3)
          .join(", "),
        ...(status === undefined ? {} : { failedBy: "status", failedTag: status.tag }),
      },
    ],
  };
}
