import { type AggregationLimits, type AggregationOptions, DEFAULT_LIMITS } from "./aggregation-limits.ts";
import { LabelRegister, type LabelState } from "./label-register.ts";
import { OpenCell } from "./open-cell.ts";
import { HeadroomError } from "./problem.ts";
import { type CellRow, type DroppedRows, type RunTotals, STEPS } from "./run-totals.ts";
import type { LabelKind, SampleSink, Warning } from "./sample.ts";
import { giveUpSteps, keptRows } from "./step-budget.ts";
import { type OpenSlot, StepStage } from "./step-stage.ts";

const MICROS = 1_000_000;
/** What one sample may add to the open cells: most often a new cell with one value. */
const BYTES_A_SAMPLE = 300;
/** What a label's name and state take beside its total. */
const LABEL_BYTES = 500;
/** However much the totals take, open cells keep this share of the memory. */
const OPEN_LEAST = 0.25;
/** How far memory is brought down once it went over. */
const ROOM_AFTER = 0.7;

/**
 * Turns samples in any order into cells of four steps and exact totals, in flat memory. A sample costs one look-up
 * and one sketch add; coarser steps, `(all)` and the totals are merges of closed cells.
 */
export class RunAggregation implements SampleSink {
  readonly #limits: AggregationLimits;
  readonly #register: LabelRegister;
  readonly #states: LabelState[];
  readonly #stages: StepStage[];
  readonly #seconds: StepStage;
  readonly #latencyLimitMicros: number;
  #originSecond: number | null;
  #newestSecond = -Infinity;
  #rows: CellRow[] = [];
  #keptRows = 0;
  #refused = 0;
  #samples = 0;
  #measureAt: number;

  constructor(options: AggregationOptions = {}) {
    const { originMicros, ...limits } = options;
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
    this.#measureAt = this.#limits.measureEverySamples;
    this.#latencyLimitMicros = this.#limits.runSecondsLimit * MICROS;
    this.#originSecond = originMicros === undefined ? null : Math.floor(originMicros / MICROS);
    this.#register = new LabelRegister(this.#limits.labelLimit, this.#limits.labelLength);
    this.#states = this.#register.states;
    const stage = (level: number) =>
      new StepStage(STEPS[level] ?? 1, (slot, cells, piece) => this.#closeSlot(level, slot, cells, piece));
    this.#seconds = stage(0);
    this.#stages = [this.#seconds, stage(1), stage(2), stage(3)];
  }

  label(name: string, kind: LabelKind): number {
    return this.#register.number(name, kind);
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
    const state = this.#states[label] as LabelState;
    const startMicros = completedAtMicros - latencyMicros;
    if (!(latencyMicros >= 0 && latencyMicros <= this.#latencyLimitMicros)) {
      this.#refused++;
      return;
    }
    const second =
      Math.floor(completedAtMicros / MICROS) - (this.#originSecond ?? this.#beginAt(startMicros));
    let cell = state.current;
    if (cell === null || cell.slot !== second) {
      cell = this.#open(state, second);
      if (cell === null) return;
    }
    cell.add(latencyMicros, failed, items, bytes);
    this.#samples++;
    if (startMicros < state.firstStartMicros) state.firstStartMicros = startMicros;
    if (completedAtMicros > state.lastCompletionMicros) state.lastCompletionMicros = completedAtMicros;
  }

  /** The rows closed since the last call. Call it after each chunk: what is not drained stays in memory. */
  drain(): CellRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  /** Closes everything; one more `drain` gives the rest. Without a single sample it is a `file-empty` error. */
  finish(): RunTotals {
    if (this.#samples === 0 || this.#originSecond === null) {
      throw new HeadroomError("file-empty", "No sample was read.", {
        hint: "Upload the tool's raw results.",
      });
    }
    for (const stage of this.#stages) stage.closeAll();
    const used = this.#states.filter(({ requests, number }) => number > 0 && requests > 0);
    const requests = used.filter(({ kind }) => kind === "request");
    const timed = requests.length > 0 ? requests : used;
    return {
      originMicros: this.#originSecond * MICROS,
      firstStartMicros: timed.reduce((first, state) => Math.min(first, state.firstStartMicros), Infinity),
      lastCompletionMicros: timed.reduce(
        (last, state) => Math.max(last, state.lastCompletionMicros),
        -Infinity,
      ),
      all: this.#state(0).total.close(),
      labels: used.map(({ number, name, kind, total, finest }) => ({
        label: number,
        name,
        kind,
        total: total.close(),
        finestStepSeconds: STEPS[finest] ?? null,
      })),
      dropped: used.flatMap((state) => droppedOf(state)),
      refused: this.#refused,
      warnings: this.#warnings(),
    };
  }

  #state(label: number): LabelState {
    const state = this.#states[label];
    if (state === undefined) throw new RangeError(`No label has the number ${label}`);
    return state;
  }

  #beginAt(startMicros: number): number {
    const second = Math.floor(startMicros / MICROS);
    if (Number.isFinite(second)) this.#originSecond = second;
    return second;
  }

  #open(state: LabelState, second: number): OpenCell | null {
    if (!(Math.abs(second) <= this.#limits.runSecondsLimit)) {
      this.#refused++;
      return null;
    }
    if (this.#samples >= this.#measureAt) this.#keepMemory();
    if (second > this.#newestSecond) {
      this.#newestSecond = second;
      for (const stage of this.#stages) stage.advance(second - this.#limits.watermarkSeconds);
    }
    const cell = this.#seconds.cell(state.number, second);
    state.current = cell;
    return cell;
  }

  #closeSlot(level: number, slot: number, cells: OpenSlot, piece: number): void {
    if (level === 0) this.#gatherAll(slot, cells);
    for (const cell of cells.values()) this.#closeCell(level, cell, piece);
    if (this.#keptRows > this.#limits.cellBudget) {
      giveUpSteps(this.#states, this.#limits.cellBudget, STEPS.length);
      this.#keptRows = keptRows(this.#states);
    }
  }

  #gatherAll(slot: number, cells: OpenSlot): void {
    const all = new OpenCell(0, slot);
    for (const cell of cells.values()) {
      const state = this.#state(cell.label);
      state.current = null;
      state.requests += cell.requests;
      if (state.kind === "request") all.absorb(cell);
    }
    if (all.requests > 0) cells.set(0, all);
  }

  #closeCell(level: number, cell: OpenCell, piece: number): void {
    const state = this.#state(cell.label);
    const stepSeconds = STEPS[level] ?? 600;
    const coarser = this.#stages[level + 1];
    const into =
      coarser === undefined
        ? state.total
        : coarser.cell(cell.label, Math.floor((cell.slot * stepSeconds) / coarser.stepSeconds));
    if (state.finest > level) {
      into.consume(cell);
      return;
    }
    into.absorb(cell);
    const offsetSeconds = cell.slot * stepSeconds;
    this.#rows.push({ label: cell.label, stepSeconds, offsetSeconds, piece, cell: cell.close() });
    state.rows[level] = (state.rows[level] ?? 0) + 1;
    this.#keptRows++;
  }

  /** Measures seldom when there is room and often when there is little; the largest stage gives way first. */
  #keepMemory(): void {
    const totals = sum(this.#states.map(({ total }) => LABEL_BYTES + total.memoryBytes));
    const budget = Math.max(
      this.#limits.memoryBudgetBytes * OPEN_LEAST,
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
    const warnings = this.#register.warnings();
    if (this.#refused > 0) {
      const days = this.#limits.runSecondsLimit / 86_400;
      const detail = `Samples with a negative latency, or more than ${days} days from the start of the run, were left out.`;
      warnings.push({ code: "time-out-of-range", count: this.#refused, detail, lines: [] });
    }
    const coarse = this.#states.filter(({ finest }) => finest > 0).length;
    if (coarse > 0) {
      const detail = `More than ${this.#limits.cellBudget} cells: the least busy labels are kept at a coarser step.`;
      warnings.push({ code: "cell-budget", count: coarse, detail, lines: [] });
    }
    return warnings;
  }
}

function droppedOf({ number, rows, finest }: LabelState): DroppedRows[] {
  return STEPS.slice(0, finest)
    .filter((_, step) => (rows[step] ?? 0) > 0)
    .map((stepSeconds) => ({ label: number, stepSeconds }));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
