import { OpenCell } from "./open-cell.ts";
import type { Cell } from "../cell/cell.ts";
import type { DroppedRows, HostTotals, LabelTotals } from "../cell/run-totals.ts";
import type { LabelKind, Warning } from "../cell/sample.ts";
import { STEPS, widthOfInterval } from "../cell/steps.ts";
import { HostRegister, OTHER_HOSTS } from "./host-register.ts";
import { seedOf } from "./sample-digest.ts";
import { slowFromOf } from "./slow-requests.ts";

/** All requests of a run; stored like any label, always with number 0. */
export const ALL_LABEL = "(all)";
/** Collects labels past the limit, so that no request is lost. */
export const OTHER_LABEL = "(other)";

/** What is known about one label while samples arrive. */
export interface LabelState {
  readonly number: number;
  readonly name: string;
  readonly kind: LabelKind;
  /** The label itself, if this is only its requests to another host than its first. */
  readonly of: LabelState | null;
  /** Of its requests; null: the source doesn't say. */
  host: number | null;
  /** What the digest of its samples is mixed from. */
  readonly seed: number;
  readonly total: OpenCell;
  /** What the source says about the whole, which takes precedence over what was counted. */
  given: Cell | null;
  /** The cell of the last sample's second: ordered samples find their cell without a look-up. */
  current: OpenCell | null;
  requests: number;
  /** A request that takes as long may be among the slowest. */
  slowFromMicros: number;
  slowMinute: number;
  firstStartMicros: number;
  lastCompletionMicros: number;
  /** Index of the finest stored step; past the last one, none is stored. */
  finest: number;
  /** The same of the longest interval that the source gave: finer steps lack it. */
  longestGiven: number;
  /** The length of that interval. */
  longestSeconds: number;
  /** Rows written, one count for each step. */
  readonly rows: number[];
}

/** Requests of labels to further hosts that are told apart by host; those after them go to the other hosts. */
const MOST_ELSEWHERE = 10_000;

/** Numbers labels, and limits their names and their number. */
export class LabelRegister {
  /** By number: labels, and their requests to further hosts. */
  readonly states: LabelState[] = [];
  readonly labels: LabelState[] = [];
  readonly hosts = new HostRegister();
  readonly #elsewhere = new Map<string, number>();
  readonly #numbers: Record<LabelKind, Map<string, number>> = {
    request: new Map(),
    transaction: new Map(),
    hop: new Map(),
    status: new Map(),
  };
  readonly #others: Partial<Record<LabelKind, number>> = {};
  readonly #labelLimit: number;
  readonly #labelLength: number;
  #kept = 0;
  #cut = 0;
  #renamed = 0;

  constructor(labelLimit: number, labelLength: number) {
    this.#labelLimit = labelLimit;
    this.#labelLength = labelLength;
    this.#open(ALL_LABEL, "request");
  }

  /** Only the shortened name is stored: the original may be long, and one name may have any number of spellings. */
  number(name: string, kind: LabelKind, host?: string | null): number {
    const before = this.labels.length;
    const number = this.#numberOf(name, kind);
    if (host === undefined) return number;
    const to = this.hosts.number(host);
    const state = this.states[number] as LabelState;
    if (this.labels.length > before) state.host = to;
    return state.host === to ? number : this.#toHost(state, to);
  }

  #toHost(state: LabelState, host: number): number {
    const key = `${state.number} ${host}`;
    const known = this.#elsewhere.get(key);
    if (known !== undefined) return known;
    const others = this.hosts.number(OTHER_HOSTS);
    if (this.#elsewhere.size >= MOST_ELSEWHERE && host !== others) return this.#toHost(state, others);
    const number = this.states.length;
    this.states.push({ ...stateOf(number, state.name, state.kind), of: state, host });
    this.#elsewhere.set(key, number);
    return number;
  }

  #numberOf(name: string, kind: LabelKind): number {
    const numbers = this.#numbers[kind];
    const known = numbers.get(name);
    if (known !== undefined) return known;
    const fit = fitName(name, this.#labelLength);
    const number = numbers.get(fit.name);
    if (number !== undefined) return number;
    if (this.#kept >= this.#labelLimit && kind !== "status") return this.#other(kind);
    if (fit.change === "cut") this.#cut++;
    if (fit.change === "renamed") this.#renamed++;
    const kept = detached(fit.name);
    const opened = this.#open(kept, kind);
    numbers.set(kept, opened);
    return opened;
  }

  warnings(): Warning[] {
    const warnings: Warning[] = [];
    const others = Object.values(this.#others).map((number) => this.states[number]?.requests ?? 0);
    if (others.length > 0) {
      const count = others.reduce((sum, requests) => sum + requests, 0);
      const detail = `More than ${this.#labelLimit} labels: the requests of the rest are counted as ${OTHER_LABEL}.`;
      warnings.push({ code: "label-limit", count, detail, lines: [] });
    }
    if (this.#cut > 0) {
      const detail = `Labels longer than ${this.#labelLength} characters were cut and end in a hash of the whole.`;
      warnings.push({ code: "label-length", count: this.#cut, detail, lines: [] });
    }
    if (this.#renamed > 0) {
      const detail = `Labels named ${ALL_LABEL} or ${OTHER_LABEL} were renamed: these stand for sums of labels.`;
      warnings.push({ code: "label-renamed", count: this.#renamed, detail, lines: [] });
    }
    return warnings;
  }

  /** Of requests, once nothing is open any more. */
  hostTotals(): HostTotals[] {
    const [, ...labels] = this.labels;
    const sampled = labels.filter(({ kind, total }) => kind === "request" && total.samples > 0);
    return this.hosts.list(sampled.map(({ host, total }) => ({ host, total: total.close() })));
  }

  #other(kind: LabelKind): number {
    const number = this.#others[kind] ?? this.#open(OTHER_LABEL, kind);
    this.#others[kind] = number;
    return number;
  }

  #open(name: string, kind: LabelKind): number {
    const number = this.states.length;
    // There are few status codes, and none of them may be lost among very many labels.
    if (name !== ALL_LABEL && name !== OTHER_LABEL && kind !== "status") this.#kept++;
    const state = stateOf(number, name, kind);
    this.states.push(state);
    this.labels.push(state);
    return number;
  }
}

function stateOf(number: number, name: string, kind: LabelKind): LabelState {
  return {
    number,
    name,
    kind,
    of: null,
    host: null,
    seed: seedOf(name, kind),
    total: new OpenCell(number, 0),
    given: null,
    current: null,
    requests: 0,
    slowFromMicros: slowFromOf(kind),
    slowMinute: NaN,
    firstStartMicros: Infinity,
    lastCompletionMicros: -Infinity,
    finest: 0,
    longestGiven: 0,
    longestSeconds: 0,
    rows: [0, 0, 0, 0],
  };
}

/** Samples are the better evidence; next to intervals, what the source says about the whole is exact. */
export function totalOf({ given, total }: LabelState): Cell {
  return given === null || total.samples > 0 ? total.close() : given;
}

export function labelTotals(state: LabelState): LabelTotals {
  const { number, name, kind } = state;
  return { label: number, name, kind, total: totalOf(state), finestStepSeconds: finestOf(state) };
}

/** The finest step that is still stored and has everything, or what intervals longer than any step can be read in. */
export function finestOf({ finest, longestGiven, longestSeconds, rows }: LabelState): number | null {
  const from = Math.max(finest, longestGiven);
  const step = STEPS.find((_, level) => level >= from && (rows[level] ?? 0) > 0) ?? null;
  const width = widthOfInterval(longestSeconds);
  return step === null || width === null ? null : Math.max(step, width);
}

/** Rows of finer steps that were written before it gave them up. */
export function droppedOf({ number, rows, finest }: LabelState): DroppedRows[] {
  return STEPS.slice(0, finest)
    .filter((_, step) => (rows[step] ?? 0) > 0)
    .map((stepSeconds) => ({ label: number, stepSeconds }));
}

/** The name under which a label is stored. */
export function storableLabel(name: string, length: number): string {
  return fitName(name, length).name;
}

function fitName(name: string, length: number): { name: string; change?: "cut" | "renamed" } {
  // Neither lone surrogates nor NUL can be stored as text.
  const storable = name.toWellFormed().replaceAll("\0", "\uFFFD");
  if (storable === ALL_LABEL || storable === OTHER_LABEL)
    return { name: `${storable} label`, change: "renamed" };
  if (storable.length <= length) return { name: storable };
  const hash = hashOf(storable);
  const head = storable.slice(0, Math.max(0, length - hash.length - 1)).toWellFormed();
  return { name: `${head}…${hash}`, change: "cut" };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Copies the text: a slice of a string keeps the whole string alive. */
export function detached(text: string): string {
  return decoder.decode(encoder.encode(text));
}

/** FNV-1a over the UTF-16 units, twice with different seeds: 64 bits keep shortened names distinct. */
function hashOf(text: string): string {
  let [high, low] = [0x811c9dc5, 0x01234567];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit, 0x01000193) ^ (high >>> 13);
  }
  return [high, low].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}
