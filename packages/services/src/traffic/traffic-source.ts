import { createHash, randomUUID } from "node:crypto";
import {
  aggregateRun,
  ALL_LABEL,
  ALL_REQUESTS,
  HeadroomError,
  LIVE_TRAFFIC,
  mergeGaugeCells,
  simulatedWarning,
} from "@headroom/core";
import type { GaugeCell, ParseReport, ReadRun, SampleSink, Warning } from "@headroom/core";
import { formatLength } from "@headroom/core/format";
import type { SimulatedStretch } from "@headroom/contract";
import { readTrafficCells, readTrafficDue, readTrafficGauges } from "@headroom/db";
import type { LabelledCell, TrafficSegment, TrafficStep, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import type { CellIntake, UploadHead, UploadSource } from "../run/record/upload-source.ts";
import { coverTotal } from "./cover-traffic.ts";
import { PAUSE_SECONDS } from "./rate-seconds.ts";

export interface KeptStretch {
  serviceId: string;
  /** Epoch seconds, multiples of the finest step that is left. */
  from: number;
  to: number;
  /** The finest step that is left for the whole stretch. */
  finest: TrafficStep;
  /** The step of the run's cells. */
  step: TrafficStep;
  /** How many series of requests the service has, all requests together being one. */
  series: number;
  /** What of it is simulated; null: nothing. */
  simulated: SimulatedStretch | null;
}

const CELLS_A_PAGE = 5_000;

/** A stretch of live traffic as an upload's source: its cells are added up like those of a file. */
export class TrafficSource implements UploadSource {
  readonly #ctx: Context;
  readonly #stretch: KeptStretch;
  readonly #assertRoom: () => void;
  /** Without a key, the same stretch can be kept again: it isn't a file that was sent twice. */
  readonly #salt: string;
  readonly #purpose: string | null;

  constructor(
    ctx: Context,
    stretch: KeptStretch,
    { assertRoom, key, purpose }: { assertRoom: () => void; key: string | null; purpose: string | null },
  ) {
    this.#ctx = ctx;
    this.#stretch = stretch;
    this.#assertRoom = assertRoom;
    this.#salt = key ?? randomUUID();
    this.#purpose = purpose;
  }

  async open(): Promise<UploadHead> {
    return {
      format: LIVE_TRAFFIC,
      tool: LIVE_TRAFFIC,
      firstStartMicros: this.#stretch.from * 1e6,
      relative: false,
      mapping: null,
    };
  }

  async read({ options, write }: CellIntake): Promise<ReadRun> {
    const feed = new TrafficFeed(this.#stretch.step);
    const read = await aggregateRun(
      async (sink, flush) => {
        for (const page of await this.#pages()) {
          this.#assertRoom();
          const { cells, gauges } = await this.#readPage(page);
          feed.take(cells, page.step, sink);
          feed.measure(gauges, sink);
          await flush();
        }
        return feed.report(this.#stretch);
      },
      options,
      write,
    );
    const kind = read.totals?.all.distribution.kind ?? "none";
    return { ...read, report: { ...read.report, source: kind } };
  }

  async digest(): Promise<Uint8Array> {
    const { serviceId, from, to } = this.#stretch;
    if (this.#purpose !== null) return purposeDigest(serviceId, this.#purpose);
    return createHash("sha256")
      .update(JSON.stringify([LIVE_TRAFFIC, serviceId, from, to, this.#salt]))
      .digest();
  }

  bytesIn(): number {
    return 0;
  }

  async #pages(): Promise<TrafficSegment[]> {
    const { serviceId, from, to, finest, step, series } = this.#stretch;
    const due = await this.#inWorkspace((tx) => readTrafficDue(tx, serviceId, { from, to }));
    return coverTotal({ step: finest, from, to }, due, step).flatMap((segment) => {
      const seconds = Math.max(1, Math.floor(CELLS_A_PAGE / Math.max(1, series))) * segment.step;
      const pages: TrafficSegment[] = [];
      for (let begin = segment.from; begin < segment.to; begin += seconds)
        pages.push({ step: segment.step, from: begin, to: Math.min(begin + seconds, segment.to) });
      return pages;
    });
  }

  async #readPage(page: TrafficSegment): Promise<{ cells: LabelledCell[]; gauges: PageGauge[] }> {
    const { serviceId } = this.#stretch;
    return this.#inWorkspace(async (tx) => ({
      cells: await readTrafficCells(tx, serviceId, page, null),
      gauges: await readTrafficGauges(tx, serviceId, page),
    }));
  }

  #inWorkspace<T>(read: (tx: WorkspaceTx) => Promise<T>): Promise<T> {
    return this.#ctx.db.inWorkspace(this.#ctx.workspaceId, read, { patient: true });
  }
}

/** Identifies a stretch that is kept once for each purpose, however long ago that was. */
export function purposeDigest(serviceId: string, purpose: string): Uint8Array {
  return createHash("sha256")
    .update(JSON.stringify([LIVE_TRAFFIC, serviceId, purpose]))
    .digest();
}

type PageGauge = Awaited<ReturnType<typeof readTrafficGauges>>[number];

/** Puts cells into a sink, and counts what the report says of them. */
class TrafficFeed {
  readonly #step: number;
  #requests = 0;
  #withoutOutcome = 0;
  #end: number | null = null;
  #silentSeconds = 0;

  constructor(step: TrafficStep) {
    this.#step = step;
  }

  take(cells: readonly LabelledCell[], cellSeconds: TrafficStep, sink: SampleSink): void {
    for (const { label, second, cell } of cells.toSorted((a, b) => a.second - b.second)) {
      const isAll = label === ALL_LABEL;
      if (isAll) {
        this.#requests += cell.requests;
        this.#withoutOutcome += cell.withoutOutcome ?? 0;
        this.#noteSilence(second, cellSeconds);
      }
      const begin = Math.floor(second / this.#step) * this.#step;
      sink.interval(isAll ? ALL_REQUESTS : sink.label(label, "request"), begin * 1e6, this.#step, cell);
    }
  }

  measure(gauges: readonly PageGauge[], sink: SampleSink): void {
    const seconds = Map.groupBy(gauges, ({ name, second }) => `${second} ${name}`);
    for (const pieces of seconds.values()) {
      const [first] = pieces;
      const cell: GaugeCell | null = mergeGaugeCells(pieces.map((piece) => piece.cell));
      if (first === undefined || cell === null) continue;
      const { sum, count, min, max } = cell;
      // The mean of equal values can be a little beside them.
      const value = Math.min(max, Math.max(min, sum / count));
      sink.measure(sink.gauge(first.name, first.unit), first.second * 1e6, value, { count, min, max });
    }
  }

  #noteSilence(second: number, cellSeconds: TrafficStep): void {
    const pause = second - (this.#end ?? second);
    if (pause > Math.max(PAUSE_SECONDS, cellSeconds)) this.#silentSeconds += pause;
    this.#end = Math.max(this.#end ?? 0, second + cellSeconds);
  }

  report({ from, to, simulated }: KeptStretch): ParseReport {
    if (this.#requests === 0) throw nothingReported(from, to);
    const unknown = this.#withoutOutcome;
    return {
      format: LIVE_TRAFFIC,
      tool: LIVE_TRAFFIC,
      toolVersion: null,
      accepted: this.#requests,
      refused: { count: 0, first: [] },
      warnings: [
        ...(simulated === null ? [] : [simulatedWarning(simulated)]),
        ...silenceWarning(this.#silentSeconds),
      ],
      // Nobody offered this load: it is what the users did.
      loadModel: "unknown",
      source: "none",
      latencyResolutionMicros: 1,
      latencyRelativeError: 0,
      absent: unknown === 0 ? [] : [unknown < this.#requests ? "some-errors" : "errors"],
      clock: "absolute",
      startedAtMicros: null,
      durationSeconds: null,
    };
  }
}

function silenceWarning(seconds: number): Warning[] {
  if (seconds === 0) return [];
  const detail = `The service reported nothing for ${formatLength(seconds)} between its first and last request. Throughput is over the whole time, so it is too low if the service had requests then.`;
  return [{ code: "traffic-silent", count: seconds, detail, lines: [] }];
}

function nothingReported(from: number, to: number): HeadroomError {
  const at = (second: number) => new Date(second * 1_000).toISOString();
  return new HeadroomError(
    "parameter-unreadable",
    `The service reported no requests between ${at(from)} and ${at(to)}.`,
    { field: "from", hint: "Choose a range with requests. Live traffic is kept for a limited time." },
  );
}
