import { readTraceId } from "@headroom/core";
import type { ParseReport, SampleSink } from "@headroom/core";
import type { Warnings } from "../../findings.ts";
import type { FailureTally } from "../../text/failure-tally.ts";
import type { LabelTable } from "../../text/label-table.ts";
import type { StatusCodes } from "../../text/status-codes.ts";
import type { Point } from "./point.ts";

/** What `take` and `takeFailed` answer where no request is known to have failed. */
export const NONE_FAILED = -1;

/** Said of every run that dropped iterations. */
export const DROPPED =
  "k6 dropped iterations because it ran out of users or time. Their requests were never sent.";

/** What the requests of a file are given to. */
export interface K6Sinks {
  sink: SampleSink;
  labels: LabelTable;
  failures: FailureTally;
  codes: StatusCodes;
}

/** A request that says nothing of its failure itself: the http_req_failed of the same request comes some lines later. */
interface Waiting {
  label: number;
  completedMicros: number;
  latencyMicros: number;
  status: number | null;
  traceId: string | null;
}

/**
 * Makes requests of k6's points, in whichever form they were written. A request is a point of http_req_duration (or
 * grpc_req_duration); its other metrics follow at once, with the same time and tags. It failed if its tag
 * expected_response says so; where that tag is switched off, if its point of http_req_failed is 1; where there is
 * neither, by its status. A gRPC request failed if its status is not 0.
 */
export class K6Requests {
  #accepted = 0;
  /** Requests of which nothing says whether they failed. */
  #untold = 0;
  readonly #sink: SampleSink;
  readonly #labels: LabelTable;
  readonly #failures: FailureTally;
  readonly #codes: StatusCodes;
  readonly #warnings: Warnings;
  #waiting: Waiting | null = null;

  constructor({ sink, labels, failures, codes }: K6Sinks, warnings: Warnings) {
    this.#sink = sink;
    this.#labels = labels;
    this.#failures = failures;
    this.#codes = codes;
    this.#warnings = warnings;
  }

  /** Whether a point of http_req_failed would tell anything. */
  get isWaiting(): boolean {
    return this.#waiting !== null;
  }

  /** A point of a request's duration. Answers the sink's label if the point's own tags say why it failed. */
  take(point: Point, isGrpc: boolean): number {
    const { label: entry, host, value, completedMicros, expected, status } = point;
    if (this.#waiting !== null) this.#settleByStatus(this.#waiting);
    const latencyMicros = Math.round(value * 1_000);
    const label = this.#labels.hosted(entry, host);
    const isWanted = this.#sink.wantsTrace?.(label, completedMicros, latencyMicros) ?? false;
    const traceId = isWanted ? readTraceId(point.readTrace() ?? "") : null;
    const request = { label, completedMicros, latencyMicros, status, traceId };
    if (expected !== null) return this.#add(request, !expected);
    if (isGrpc && status !== null) return this.#add(request, status !== 0);
    this.#waiting = request;
    if (isGrpc) this.#settleByStatus(this.#waiting);
    return NONE_FAILED;
  }

  /** A point of http_req_failed; answers as `take` does. */
  takeFailed({ completedMicros, value }: Point): number {
    const waiting = this.#waiting;
    if (waiting === null || waiting.completedMicros !== completedMicros) return NONE_FAILED;
    this.#waiting = null;
    return this.#add(waiting, value !== 0);
  }

  /** A point of dropped_iterations. */
  warnDropped(line: number): void {
    this.#warnings.add("dropped-iterations", DROPPED, line);
  }

  /** Once everything is read: the requests' part of the report. A file that was cut may lack its last request's failure. */
  end(): Pick<ParseReport, "tool" | "accepted" | "loadModel" | "absent"> {
    if (this.#waiting !== null) this.#settleByStatus(this.#waiting);
    const accepted = this.#accepted;
    if (accepted === 0) {
      this.#warnings.add("other-metrics", "The file has no http_req_duration or grpc_req_duration points.");
    }
    return {
      tool: "k6",
      accepted,
      // Scenarios at an arrival rate send on schedule, others don't, and the file doesn't say which they are.
      loadModel: "unknown",
      absent: accepted > 0 && this.#untold === accepted ? ["errors"] : [],
    };
  }

  #settleByStatus(waiting: Waiting): void {
    const { label, completedMicros, status } = waiting;
    this.#waiting = null;
    const failed = status !== null && (status < 100 || status >= 400);
    if (status === null) {
      this.#untold += 1;
      this.#warnings.add(
        "failures-untold",
        "Some requests do not report whether they failed. They are counted as successful.",
      );
    } else {
      this.#warnings.add("failures-by-status", "Some failures were detected by status code alone.");
    }
    if (this.#add(waiting, failed) !== NONE_FAILED) {
      this.#failures.addText(label, completedMicros, failureReason({ status: String(status) }));
    }
  }

  #add({ label, completedMicros, latencyMicros, status, traceId }: Waiting, byTool: boolean): number {
    this.#accepted += 1;
    let failed = byTool;
    const hasCode = status !== null && status >= 400;
    if (hasCode) failed = this.#codes.failed(status, byTool);
    this.#sink.add(label, completedMicros, latencyMicros, failed, 1, 0);
    if (traceId !== null) this.#sink.traced?.(label, completedMicros, latencyMicros, traceId);
    if (hasCode) this.#codes.add(status, completedMicros, latencyMicros, byTool);
    return failed ? label : NONE_FAILED;
  }
}

export interface FailureTags {
  status?: string | undefined;
  error?: string | undefined;
  errorCode?: string | undefined;
  isGrpc?: boolean;
}

/** The answer's status; where there was none, what k6 says went wrong. */
export function failureReason({
  status = "",
  error = "",
  errorCode = "",
  isGrpc = false,
}: FailureTags): string {
  if (isGrpc) return status === "" ? "" : `gRPC status ${status}`;
  if (status !== "" && status !== "0") return status;
  if (error !== "") return error;
  return errorCode === "" ? "no answer" : `k6 error ${errorCode}`;
}
