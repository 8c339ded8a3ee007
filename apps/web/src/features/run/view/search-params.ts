import { SLICE_SECONDS } from "@headroom/core";
import type { LabelKind, SliceSeconds } from "@headroom/core";

export const RUN_TABS = [
  "labels",
  "errors",
  "slowest",
  "slices",
  "gauges",
  "likeness",
  "events",
  "parts",
] as const;
export type RunTab = (typeof RUN_TABS)[number];

export const LABEL_SORTS = [
  "label",
  "requests",
  "throughput",
  "items",
  "p50",
  "p90",
  "p95",
  "p99",
  "p99.9",
  "max",
  "errors",
] as const;
export type LabelSort = (typeof LABEL_SORTS)[number];

interface ViewLabel {
  name: string;
  kind: LabelKind;
}

export interface LabelOrder {
  search: string;
  kind: LabelKind | null;
  sort: LabelSort;
  direction: "ascending" | "descending";
}

/** The view of a run. The address holds all of it. */
export interface RunView {
  /** The steady phase where there is one, the whole run, or a stretch in seconds from its origin. */
  window: "steady" | "whole" | { fromSeconds: number; toSeconds: number };
  /** All requests minus the failed ones. */
  successful: boolean;
  /** Null: all requests. */
  label: ViewLabel | null;
  slices: SliceSeconds;
  /** The live traffic that it is compared with; null: its busiest hour. */
  live: { from: string; to: string } | null;
  tab: RunTab;
  labels: LabelOrder;
  /** A judgement of the run, with all of its findings; null: none is shown. */
  judgement: string | null;
}

export const FIRST_ORDER: LabelOrder = { search: "", kind: null, sort: "requests", direction: "descending" };
export const FIRST_VIEW: RunView = {
  window: "steady",
  successful: false,
  label: null,
  slices: 60,
  live: null,
  tab: "labels",
  labels: FIRST_ORDER,
  judgement: null,
};

const MAX_LETTERS = 200;
/** A label is as long as the longest that is stored. */
const LABEL_LETTERS = 2_048;
const KINDS: readonly LabelKind[] = ["request", "transaction", "hop"];
const MAX_SECONDS = 1e9;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type Search = Record<string, string | string[] | undefined>;

/** Unreadable parameters are ignored. */
export function readRunView(search: Search): RunView {
  const text = (name: string) => (typeof search[name] === "string" ? search[name] : undefined);
  const kind = KINDS.find((one) => one === text("kind")) ?? null;
  return {
    window: windowOf(text("window"), text("from"), text("to")),
    successful: text("successful") === "1",
    label: labelOf(text("label"), text("labelkind")),
    slices: SLICE_SECONDS.find((length) => String(length) === text("slices")) ?? FIRST_VIEW.slices,
    live: liveOf(text("livefrom"), text("liveto")),
    tab: RUN_TABS.find((tab) => tab === text("tab")) ?? FIRST_VIEW.tab,
    labels: {
      search: text("q")?.slice(0, MAX_LETTERS) ?? "",
      kind,
      sort: LABEL_SORTS.find((sort) => sort === text("sort")) ?? FIRST_ORDER.sort,
      direction: directionOf(text("dir"), text("sort")),
    },
    judgement: UUID.exec(text("judgement") ?? "")?.[0] ?? null,
  };
}

function labelOf(name = "", kind: string | undefined): RunView["label"] {
  if (name === "") return null;
  return { name: name.slice(0, LABEL_LETTERS), kind: KINDS.find((one) => one === kind) ?? "request" };
}

/** The address of a view; defaults are left out. */
export function runAddress(runId: string, view: RunView): string {
  const { window, successful, label, slices, live, tab, labels, judgement } = view;
  const parameters = new URLSearchParams();
  setWindow(parameters, window);
  if (successful) parameters.set("successful", "1");
  if (label !== null) parameters.set("label", label.name);
  if (label !== null && label.kind !== "request") parameters.set("labelkind", label.kind);
  if (slices !== FIRST_VIEW.slices) parameters.set("slices", String(slices));
  if (live !== null) {
    parameters.set("livefrom", live.from);
    parameters.set("liveto", live.to);
  }
  if (tab !== FIRST_VIEW.tab) parameters.set("tab", tab);
  setOrder(parameters, labels);
  if (judgement !== null) parameters.set("judgement", judgement);
  const text = parameters.toString();
  return text === "" ? `/runs/${runId}` : `/runs/${runId}?${text}`;
}

/** The year 9999, past which ISO dates have another form. */
const MAX_MILLIS = 253_402_300_799_000;

function liveOf(from = "", to = ""): RunView["live"] {
  const [begin, end] = [Date.parse(from), Date.parse(to)];
  if (!(begin < end && Math.abs(begin) < MAX_MILLIS && Math.abs(end) < MAX_MILLIS)) return null;
  return { from: new Date(begin).toISOString(), to: new Date(end).toISOString() };
}

function setWindow(parameters: URLSearchParams, window: RunView["window"]): void {
  if (window === "whole") parameters.set("window", "all");
  if (typeof window !== "object") return;
  parameters.set("from", String(window.fromSeconds));
  parameters.set("to", String(window.toSeconds));
}

function setOrder(parameters: URLSearchParams, { search, kind, sort, direction }: LabelOrder): void {
  if (search !== "") parameters.set("q", search);
  if (kind !== null) parameters.set("kind", kind);
  if (sort !== FIRST_ORDER.sort) parameters.set("sort", sort);
  if (direction !== firstDirection(sort)) parameters.set("dir", short(direction));
}

/** Names sort from A, figures from the largest. */
export function firstDirection(sort: LabelSort): LabelOrder["direction"] {
  return sort === "label" ? "ascending" : "descending";
}

function directionOf(dir: string | undefined, sort: string | undefined): LabelOrder["direction"] {
  if (dir === "asc") return "ascending";
  if (dir === "desc") return "descending";
  return firstDirection(LABEL_SORTS.find((one) => one === sort) ?? FIRST_ORDER.sort);
}

function short(direction: LabelOrder["direction"]): string {
  return direction === "ascending" ? "asc" : "desc";
}

function windowOf(window: string | undefined, from: string | undefined, to: string | undefined) {
  if (window === "all" || window === "whole") return "whole";
  const [fromSeconds, toSeconds] = [secondsOf(from), secondsOf(to)];
  if (fromSeconds === null || toSeconds === null || fromSeconds >= toSeconds) return "steady";
  return { fromSeconds, toSeconds };
}

function secondsOf(text: string | undefined): number | null {
  if (text === undefined || !/^-?\d{1,9}(\.\d{1,6})?$/.test(text)) return null;
  const seconds = Number(text);
  return Math.abs(seconds) <= MAX_SECONDS ? seconds : null;
}
