import { ALL_REQUESTS, isPlausibleTime, SECOND_MICROS } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import type { RowRefusal } from "../../text/delimited.ts";
import type { Findings } from "../../text/document.ts";
import type { RecordFields } from "../../text/record.ts";
import { columnsRefusal } from "../../text/row-parser.ts";
import type { RowReader } from "../../text/row-parser.ts";
import { countIn, isAggregated, labelOf, percentilesOf, readHeader } from "../locust-stats/header.ts";
import type { Header } from "../locust-stats/header.ts";
import { locustReport } from "../locust-stats/locust-report.ts";
import { Course } from "./course.ts";
import type { Standing } from "./course.ts";

const COLUMNS = [
  "timestamp",
  "user count",
  "type",
  "name",
  "requests/s",
  "total request count",
  "total failure count",
  "total average response time",
  "total min response time",
  "total max response time",
  "total average content size",
] as const;
/** Past it labels have no course of their own; all requests have theirs. */
const MAX_COURSES = 50_000;

/** Reads *_stats_history.csv: a row a second of all requests, and with the full history of each label. */
export class HistoryRows implements RowReader {
  readonly #sink: SampleSink;
  readonly #findings: Findings;
  readonly #courses = new Map<number, Course>();
  #header: Header<(typeof COLUMNS)[number]> | null = null;
  #accepted = 0;
  #firstSecond: number | null = null;
  #lastSecond = 0;

  constructor(sink: SampleSink, findings: Findings) {
    this.#sink = sink;
    this.#findings = findings;
  }

  row(fields: RecordFields, line: number): RowRefusal | null {
    const header = this.#header;
    if (header === null) {
      this.#header = readHeader(fields, COLUMNS, "*_stats_history.csv");
      return null;
    }
    if (fields.count !== header.count) return columnsRefusal(fields, header.count);
    const standing = standingOf(fields, header);
    if ("reason" in standing) return standing;
    const { second } = standing;
    this.#firstSecond ??= second;
    if (second < this.#lastSecond) {
      return { column: "Timestamp", reason: () => "Timestamp is earlier than in a previous row" };
    }
    this.#lastSecond = second;
    const [type, name] = [fields.text(header.at.type), fields.text(header.at.name)];
    const isAll = isAggregated(type, name);
    const label = isAll ? ALL_REQUESTS : this.#sink.label(labelOf(type, name), "request");
    this.#accepted += 1;
    if (isAll) this.#measureUsers(second, fields.number(header.at["user count"]));
    if (this.#courseOf(label, this.#firstSecond)?.take(standing) === false) {
      const detail =
        "Locust reset its counters during the run, so its totals cover only the time after the reset.";
      this.#findings.warnings.add("counts-reset", detail, line);
    }
    return null;
  }

  report(): ParseReport {
    for (const [label, course] of this.#courses) {
      const whole = course.end();
      if (whole !== null) this.#sink.total(label, whole);
    }
    const first = this.#firstSecond;
    return locustReport(this.#findings, {
      format: "locust-history",
      accepted: this.#accepted,
      source: "quoted",
      absent: [],
      clock: "absolute",
      startedAtMicros: first === null ? null : first * SECOND_MICROS,
      durationSeconds: first === null || first === this.#lastSecond ? null : this.#lastSecond - first,
    });
  }

  #measureUsers(second: number, users: number): void {
    if (users >= 0) this.#sink.measure(this.#sink.gauge("users", null), second * SECOND_MICROS, users);
  }

  #courseOf(label: number, runStart: number): Course | null {
    const known = this.#courses.get(label);
    if (known !== undefined) return known;
    if (this.#courses.size > MAX_COURSES) {
      this.#findings.warnings.add(
        "labels-left-out",
        `Only the first ${MAX_COURSES} labels have data over time.`,
      );
      return null;
    }
    const course = new Course(label, this.#sink, runStart);
    this.#courses.set(label, course);
    return course;
  }
}

function standingOf(fields: RecordFields, header: Header<(typeof COLUMNS)[number]>): Standing | RowRefusal {
  const { at } = header;
  const second = fields.number(at.timestamp);
  const requests = countIn(fields, at["total request count"]);
  const errors = countIn(fields, at["total failure count"]);
  if (!isPlausibleTime(second * SECOND_MICROS)) {
    return { column: "Timestamp", reason: () => "Timestamp is not an epoch second between 2000 and 2100" };
  }
  if (Number.isNaN(requests)) {
    return { column: "Total Request Count", reason: () => "Total Request Count is not a whole number" };
  }
  if (!(errors <= requests)) {
    const reason = () => "Total Failure Count is not a whole number, or more than Total Request Count";
    return { column: "Total Failure Count", reason };
  }
  // In its first seconds Locust has no window yet, and writes zeros.
  const hasWindow = fields.number(at["requests/s"]) > 0;
  return {
    second,
    requests,
    errors,
    meanMillis: fields.number(at["total average response time"]),
    minMillis: fields.number(at["total min response time"]),
    maxMillis: fields.number(at["total max response time"]),
    bytesEach: fields.number(at["total average content size"]) || 0,
    percentiles: hasWindow ? percentilesOf(fields, header) : {},
  };
}
