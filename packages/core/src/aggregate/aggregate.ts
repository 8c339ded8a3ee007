import { divideCell } from "../cell/divide-cell.ts";
import { STEPS } from "../cell/steps.ts";
import { DAY_SECONDS, SECOND_MICROS } from "../time.ts";
import { DEFAULT_LIMITS } from "./aggregation-limits.ts";
import type { AggregationLimits, AggregationOptions } from "./aggregation-limits.ts";
import { mergeCells } from "../cell/cell.ts";
import type { Cell } from "../cell/cell.ts";
import { FailureRegister } from "../cell/failure-register.ts";
import { GaugeRegister } from "../cell/gauge-register.ts";
import { coverInterval, shiftOf } from "./cover-interval.ts";
import type { CoveredSteps } from "./cover-interval.ts";
import { combineTotals, storableCell } from "./given-cells.ts";
import { droppedOf, finestOf, labelTotals, LabelRegister, OTHER_LABEL, totalOf } from "./label-register.ts";
import type { LabelState } from "./label-register.ts";
import { OpenCell } from "./open-cell.ts";
import { HeadroomError } from "../problem.ts";
import { ClosedRows } from "./closed-cells.ts";
import type { ClosedCells } from "./closed-cells.ts";
import type { CellRow, RunTotals } from "../cell/run-totals.ts";
import { ALL_REQUESTS } from "../cell/sample.ts";
import type { GaugeSpread, LabelKind, SampleSink, Warning } from "../cell/sample.ts";
import type { SampleColumns } from "../cell/sample-columns.ts";
import { giveUpSteps, keptRows, rowBudget, sum } from "./step-budget.ts";
import { SampleDigest } from "./sample-digest.ts";
import { SlowRequests } from "./slow-requests.ts";
import { spanOf } from "./span-of-labels.ts";
import { StepStage } from "./step-stage.ts";
import type { OpenSlot } from "./step-stage.ts";

/** What one sample can add to the open cells: usually a new cell with one value. */
const BYTES_A_SAMPLE = 300;
/** What a label's name and state take, beside its total. */
const LABEL_BYTES = 500;
/** However much the totals take, open cells keep this share of the memory. */
const MIN_OPEN = 0.25;
/** About what a few seconds of very many labels close. */
const MAX_SPARE = 8_192;
/** How often a live run closes cells that were reopened by late samples. */
const LATE_SECONDS = 2;
/** How far memory is reduced once it exceeds its limit. */
const ROOM_AFTER = 0.7;

/**
 * Turns samples in any order into cells of four steps and exact totals, in flat memory. A sample costs one look-up
 * and one sketch add; coarser steps, `(all)` and the totals are merges of closed cells.
 */
export class RunAggregation implements SampleSink {
  readonly #limits: AggregationLimits;
  readonly #live: boolean;
  readonly #register: LabelRegister;
  readonly #labels: readonly LabelState[];
  readonly #states: readonly LabelState[];
  readonly #stages: StepStage[];
  readonly #seconds: StepStage;
  readonly #latencyLimitMicros: number;
  readonly #failures: FailureRegister;
  readonly #gauges = new GaugeRegister();
  readonly #closed: ClosedCells;
  readonly #rows = new ClosedRows();
  readonly #digest = new SampleDigest();
  readonly #slow = new SlowRequests();
  /** Closed cells to be reused: they would be most of the garbage collector's work. */
  readonly #spare: OpenCell[] = [];
  #originSecond: number | null;
  /** How far all intervals are moved; null: there was none. */
  #shiftSeconds: number | null = null;
  #newestSecond = -Infinity;
  #closing: Generator<void> | null = null;
  #keptRows = 0;
  #refused = 0;
  #firstFarSecond: number | null = null;
  #samples = 0;
  #measureAt: number;

  /** Without `closed`, the rows of closed cells wait for `drain`. */
  constructor(options: AggregationOptions = {}, closed?: ClosedCells) {
    this.#closed = closed ?? this.#rows;
    const { originMicros, live = false, labelFilter: _elsewhere, ...limits } = options;
    this.#live = live;
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
    this.#measureAt = this.#limits.measureEverySamples;
    this.#latencyLimitMicros = this.#limits.runSecondsLimit * SECOND_MICROS;
    this.#originSecond = originMicros === undefined ? null : Math.floor(originMicros / SECOND_MICROS);
    this.#register = new LabelRegister(this.#limits.labelLimit, this.#limits.labelLength);
    this.#labels = this.#register.labels;
    this.#states = this.#register.states;
    this.#failures = new FailureRegister(this.#limits.failureReasons, this.#limits.failureIntervals);
    const stage = (level: number) =>
      new StepStage(
        STEPS[level] ?? 1,
        (label, slot) => this.#openCell(label, slot),
        (slot, cells, piece) => this.#closeSlot(level, slot, cells, piece),
      );
    this.#seconds = stage(0);
    this.#stages = [this.#seconds, stage(1), stage(2), stage(3)];
  }

  label(name: string, kind: LabelKind, host?: string | null): number {
    return this.#register.number(name, kind, host);
  }

  /** The name and kind behind a row's label number. */
  labelOf(label: number): { name: string; kind: LabelKind } {
    const { name, kind } = this.#state(label);
    return { name, kind };
  }

  add(
    label: number,
    completedAtMicros: number,
    latencyMicros: number,
    failed: boolean,
    items: number,
    bytes: number,
  ): void {
    const given = this.#states[label] as LabelState;
    const state = given.of ?? given;
    const startMicros = completedAtMicros - latencyMicros;
    if (!(latencyMicros >= 0 && latencyMicros <= this.#latencyLimitMicros)) {
      this.#refused++;
      return;
    }
    const second =
      Math.floor(completedAtMicros / SECOND_MICROS) - (this.#originSecond ?? this.#beginAt(startMicros));
    let cell = state.current;
    if (cell === null || cell.slot !== second) {
      cell = this.#open(state, second);
      if (cell === null) return;
      this.#slow.enter(state, completedAtMicros);
      if (state.finest > 0 && state.kind === "request" && label !== ALL_REQUESTS) {
        this.#seconds.cell(ALL_REQUESTS, second).add(latencyMicros, failed, items, bytes);
      }
    }
    cell.add(latencyMicros, failed, items, bytes);
    this.#samples++;
    this.#digest.add(state.seed, failed, completedAtMicros | 0, latencyMicros | 0);
    this.#see(state, completedAtMicros, latencyMicros, failed);
    if (given !== state) this.#register.hosts.move(state.host, given.host as number, latencyMicros, failed);
  }

  #see(state: LabelState, completedAtMicros: number, latencyMicros: number, failed: boolean): void {
    if (latencyMicros >= state.slowFromMicros)
      this.#slow.offer(state, completedAtMicros, latencyMicros, failed);
    state.firstStartMicros = Math.min(state.firstStartMicros, completedAtMicros - latencyMicros);
    state.lastCompletionMicros = Math.max(state.lastCompletionMicros, completedAtMicros);
  }

  addAll(samples: SampleColumns): void {
    const { labels, completedAtMicros, latencyMicros, failed, bytes, length } = samples;
    const states = this.#states;
    const latencyLimit = this.#latencyLimitMicros;
    let origin = this.#originSecond ?? NaN;
    for (let at = 0; at < length; at++) {
      const state = states[labels[at] as number] as LabelState;
      const completed = completedAtMicros[at] as number;
      const latency = latencyMicros[at] as number;
      const cell = state.current;
      // Nearly every sample belongs to an open second. Times aren't passed to calls here: each would allocate an object.
      if (
        cell !== null &&
        cell.slot === Math.floor(completed / SECOND_MICROS) - origin &&
        latency >= 0 &&
        latency <= latencyLimit
      ) {
        cell.add(latency, failed[at] === 1, 1, bytes[at] as number);
        this.#samples++;
        this.#digest.add(state.seed, failed[at] === 1, completed | 0, latency | 0);
        if (latency >= state.slowFromMicros) this.#slow.offer(state, completed, latency, failed[at] === 1);
        if (completed - latency < state.firstStartMicros) state.firstStartMicros = completed - latency;
        if (completed > state.lastCompletionMicros) state.lastCompletionMicros = completed;
        continue;
      }
      this.add(state.number, completed, latency, failed[at] === 1, 1, bytes[at] as number);
      origin = this.#originSecond ?? NaN;
    }
  }

  wantsTrace(label: number, completedAtMicros: number, latencyMicros: number): boolean {
    return this.#slow.wants(this.#state(label), completedAtMicros, latencyMicros);
  }

  traced(label: number, completedAtMicros: number, latencyMicros: number, traceId: string): void {
    this.#slow.trace(this.#state(label), completedAtMicros, latencyMicros, traceId);
  }

  interval(label: number, startMicros: number, seconds: number, cell: Cell): void {
    const state = this.#state(label);
    const startSecond = startMicros / SECOND_MICROS - (this.#originSecond ?? this.#beginAt(startMicros));
    if (!(seconds > 0 && Math.abs(startSecond) + seconds <= this.#limits.runSecondsLimit)) {
      this.#refuseFar(Math.floor(startSecond));
      return;
    }
    this.#shiftSeconds ??= shiftOf(startSecond, seconds);
    const covered = coverInterval(startSecond + this.#shiftSeconds, seconds);
    // The steps of a divided interval also hold what comes after it, or other labels.
    this.#advance(Math.floor(covered.slots.length > 1 ? startSecond : startSecond + seconds));
    this.#divide(state, covered, storableCell(cell));
    state.longestSeconds = Math.max(state.longestSeconds, seconds);
    state.firstStartMicros = Math.min(state.firstStartMicros, startMicros);
    state.lastCompletionMicros = Math.max(state.lastCompletionMicros, startMicros + seconds * SECOND_MICROS);
  }

  #divide(state: LabelState, { level, slots, main }: CoveredSteps, given: Cell): void {
    state.requests += given.requests;
    state.longestGiven = Math.max(state.longestGiven, level);
    const lengths = slots.map(({ seconds }) => seconds);
    for (const [at, part] of divideCell(given, lengths).entries()) {
      const open = this.#stages[level]?.cell(state.number, slots[at]?.slot ?? 0);
      open?.take(part, main !== null && open.slot !== main);
      // Counts as many samples, so that memory is checked as often.
      this.#samples += 1 + Math.ceil((open?.memoryBytes ?? 0) / BYTES_A_SAMPLE);
    }
  }

  total(label: number, cell: Cell): void {
    const state = this.#state(label);
    const given = storableCell(cell);
    // Many labels may share the one past the limit; every other label has one whole, however often it is described.
    if (state.name === OTHER_LABEL && state.given !== null) state.given = mergeCells(state.given, given);
    else state.given = combineTotals(state.given, given);
    this.#samples += 1;
  }

  failure(label: number, reason: string, times: number, atMicros?: number, seconds = 1): void {
    const second = atMicros === undefined ? null : this.#secondOf(atMicros);
    const during = second === null ? null : { second, seconds };
    this.#failures.add(this.#state(label).number, reason, times, during);
  }

  /** From the origin; null: nothing has begun, or it can't belong to this run. */
  #secondOf(atMicros: number): number | null {
    if (this.#originSecond === null) return null;
    const second = Math.floor(atMicros / SECOND_MICROS) - this.#originSecond;
    return Math.abs(second) <= this.#limits.runSecondsLimit ? second : null;
  }

  gauge(name: string, unit: string | null): number {
    return this.#gauges.number(name, unit);
  }

  measure(gauge: number, atMicros: number, value: number, spread?: GaugeSpread): void {
    const second = Math.floor(atMicros / SECOND_MICROS) - (this.#originSecond ?? this.#beginAt(atMicros));
    if (!(Math.abs(second) <= this.#limits.runSecondsLimit)) this.#gauges.leaveOut();
    else this.#gauges.measure(gauge, { atMicros, value, spread }, (this.#originSecond ?? 0) * SECOND_MICROS);
  }

  /** The rows closed since the last call. Call it after each chunk: what is not drained stays in memory. */
  drain(): CellRow[] {
    return this.#rows.take();
  }

  /**
   * After the last sample, closes some of what is still open and returns whether there is more: the rows of very
   * many labels needn't all be in memory at the end.
   */
  closeSome(): boolean {
    this.#closing ??= this.#closeAll();
    return this.#closing.next().done !== true;
  }

  /** Closes everything; one more `drain` returns the rest. Throws `file-empty` if there was no sample. */
  finish(): RunTotals {
    if (this.#samples === 0) {
      throw new HeadroomError("file-empty", "No sample was read.", {
        hint: "Upload the tool's raw results.",
      });
    }
    while (this.closeSome());
    const used = this.#labels.filter(
      ({ requests, number, given }) => number !== ALL_REQUESTS && (requests > 0 || given !== null),
    );
    const all = this.#state(ALL_REQUESTS);
    const begin = this.#labels.reduce((first, state) => Math.min(first, state.firstStartMicros), Infinity);
    const gauges = this.#gauges.totals();
    return {
      span: this.#originSecond === null ? null : spanOf(all, used, this.#originSecond * SECOND_MICROS),
      all: totalOf(all),
      allFinestStepSeconds: finestOf(all),
      labels: used.map(labelTotals),
      dropped: used.flatMap((state) => droppedOf(state)),
      failures: this.#failures.list(),
      slowest: this.#slow.list(),
      hosts: this.#register.hostTotals(),
      gauges,
      gaugeOriginMicros: gauges.length === 0 ? null : (this.#originSecond ?? 0) * SECOND_MICROS,
      refused: this.#refused,
      firstFarMicros: this.#firstFarSecond === null ? null : this.#firstFarSecond * SECOND_MICROS,
      samplesDigest: this.#digest.end(begin),
      warnings: this.#warnings(),
    };
  }

  *#closeAll(): Generator<void> {
    for (const stage of this.#stages) yield* stage.closeAll();
  }

  #state(label: number): LabelState {
    const state = this.#states[label];
    if (state === undefined) throw new RangeError(`No label has the number ${label}`);
    return state.of ?? state;
  }

  #beginAt(startMicros: number): number {
    const second = Math.floor(startMicros / SECOND_MICROS);
    if (Number.isFinite(second)) this.#originSecond = second;
    return second;
  }

  #refuseFar(second: number): void {
    this.#refused++;
    if (Math.abs(second) > this.#limits.runSecondsLimit)
      this.#firstFarSecond ??= second + (this.#originSecond ?? 0);
  }

  #open(state: LabelState, second: number): OpenCell | null {
    if (!(Math.abs(second) <= this.#limits.runSecondsLimit)) {
      this.#refuseFar(second);
      return null;
    }
    this.#advance(second);
    if (state.finest > 0) return this.#openCoarse(state, second);
    const cell = this.#seconds.cell(state.number, second);
    if (state.current !== null) cell.expectLike(state.current);
    state.current = cell;
    return cell;
  }

  /** A label that gave up its seconds needs no cells for them: with very many labels, each would hold one sample. */
  #openCoarse(state: LabelState, second: number): OpenCell {
    state.current = null;
    state.requests++;
    const stage = this.#stages[state.finest];
    return stage?.cell(state.number, Math.floor(second / stage.stepSeconds)) ?? state.total;
  }

  /** Advances to this second: closes what is far enough behind it. */
  #advance(second: number): void {
    if (this.#samples >= this.#measureAt) this.#keepMemory();
    if (second <= this.#newestSecond) return;
    const closesLate =
      this.#live && Math.floor(second / LATE_SECONDS) > Math.floor(this.#newestSecond / LATE_SECONDS);
    this.#newestSecond = second;
    for (const stage of this.#stages) {
      stage.advance(second - this.#limits.watermarkSeconds);
      if (closesLate) stage.closeLate();
    }
    this.#closed.advanced?.();
  }

  #closeSlot(level: number, slot: number, cells: OpenSlot, piece: number): void {
    if (level === 0) this.#gatherAll(slot, cells);
    for (const cell of cells.values()) this.#closeCell(level, cell, piece);
    const budget = rowBudget(this.#limits.cellBudget, this.#samples);
    if (this.#keptRows > budget) {
      giveUpSteps(this.#labels, budget, STEPS.length);
      this.#keptRows = keptRows(this.#labels);
    }
  }

  #openCell(label: number, slot: number): OpenCell {
    return this.#spare.pop()?.reuse(label, slot) ?? new OpenCell(label, slot);
  }

  #gatherAll(slot: number, cells: OpenSlot): void {
    const all = cells.get(ALL_REQUESTS) ?? this.#openCell(ALL_REQUESTS, slot);
    for (const cell of cells.values()) {
      const state = this.#state(cell.label);
      if (state.current === cell) state.current = null;
      state.requests += cell.samples;
      if (state.kind === "request" && cell !== all) all.absorbSamples(cell);
    }
    if (all.requests > 0) cells.set(ALL_REQUESTS, all);
  }

  #closeCell(level: number, cell: OpenCell, piece: number): void {
    const state = this.#state(cell.label);
    const stepSeconds = STEPS[level] ?? 600;
    const coarser = this.#stages[level + 1];
    const gaveUp = state.finest > level;
    const into =
      coarser === undefined || (this.#live && !gaveUp)
        ? state.total
        : coarser.cell(cell.label, Math.floor((cell.slot * stepSeconds) / coarser.stepSeconds));
    if (gaveUp) {
      into.consume(cell);
      this.#spareCell(cell);
      return;
    }
    into.absorb(cell);
    if (this.#closed.put(stepSeconds, piece, cell)) this.#spareCell(cell);
    state.rows[level] = (state.rows[level] ?? 0) + 1;
    this.#keptRows++;
  }

  #spareCell(cell: OpenCell): void {
    if (this.#spare.length < MAX_SPARE) this.#spare.push(cell);
  }

  /** Measures rarely when there is room and often when there is little. The largest stage shrinks first. */
  #keepMemory(): void {
    const totals = sum(this.#states.map(({ total }) => LABEL_BYTES + total.memoryBytes));
    const budget = Math.max(
      this.#limits.memoryBudgetBytes * MIN_OPEN,
      this.#limits.memoryBudgetBytes - totals,
    );
    let sizes = this.#stages.map((stage) => stage.measure());
    if (sum(sizes) > budget) {
      while (sum(sizes) > budget * ROOM_AFTER) {
        const largest = Math.max(...sizes);
        if (largest === 0) break;
        this.#stages[sizes.indexOf(largest)]?.closeOldest(largest / 2);
        sizes = this.#stages.map((stage) => stage.measure());
      }
    }
    const room = Math.floor((budget - sum(sizes)) / BYTES_A_SAMPLE);
    this.#measureAt = this.#samples + Math.max(this.#limits.measureEverySamples, room);
  }

  #warnings(): Warning[] {
    const warnings = [...this.#register.warnings(), ...this.#failures.warnings(), ...this.#gauges.warnings()];
    if (this.#refused > 0) {
      const days = this.#limits.runSecondsLimit / DAY_SECONDS;
      const detail = `Samples with a negative latency, or more than ${days} days from the start of the run, were left out.`;
      warnings.push({ code: "time-out-of-range", count: this.#refused, detail, lines: [] });
    }
    const coarse = this.#labels.filter(({ finest }) => finest > 0).length;
    if (coarse > 0) {
      const budget = rowBudget(this.#limits.cellBudget, this.#samples);
      const detail = `More than ${budget} cells: the least busy labels are kept at a coarser step.`;
      warnings.push({ code: "cell-budget", count: coarse, detail, lines: [] });
    }
    return warnings;
  }
}
