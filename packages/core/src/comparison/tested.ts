import type { FigureId, FigureRange } from "../targets/figures.ts";
import type { ChangeReason, UsualChange } from "./change-sentences.ts";
import type { Moved } from "./sides.ts";

/** Standard deviations of one run's metric, as shares. */
export interface MetricNoise {
  within: number;
  /** From run to run in addition; null: unknown. */
  between: number | null;
  /** How many earlier runs it was estimated from. */
  earlierRuns: number;
}

/** A metric after its test and before its verdict, which depends on how many others were tested with it. */
export interface Tested {
  metric: FigureId;
  before: number | null;
  after: number | null;
  /** Of the figures that pages show. */
  ratio: number | null;
  /** The ratio that is tested: of the runs' estimates, which aren't rounded to buckets or by the tool. */
  measured: number | null;
  /** Whether the change is large enough to matter. */
  relevant: boolean;
  interval: { low: number; high: number | null } | null;
  smallestDetectable: number | null;
  pValue: number | null;
  /** What `pValue` would be if runs added nothing to the noise within them. */
  pWithin: number | null;
  noise: MetricNoise | null;
  /** How well it is known how much runs of this kind scatter. */
  scatter: "unknown" | "rough" | "known";
  /** Many more requests failed than before, though in so few bursts that it can be a single event. */
  inBursts: boolean;
  /** Why it could not be tested. */
  doubt: ChangeReason | null;
  toSettle: () => number | null;
  /** The same test with the scatter of the runs in between, too; null where the runs before are enough, or there are few. */
  confirming: Tested | null;
  /** The same hours of earlier days, which it was tested against; null: it was tested otherwise. */
  usual: AgainstUsual | null;
  /** Of a percentile that has no single value. */
  ranges?: RangeChange;
}

export interface AgainstUsual {
  change: UsualChange;
  /** Of the logarithm: what was measured now, and how much of it is beyond the mean of those days. */
  measured: number;
  excess: number;
  moved: Moved;
}

/** Two ranges of one figure, each of which holds the true one. */
export interface RangeChange {
  before: FigureRange;
  after: FigureRange;
  /** Of the true figures, after divided by before. */
  ratio: FigureRange;
  /** What keeps a certain difference from being a change of the service; null: nothing. */
  open: "scatter-unknown" | "traffic-varies" | "as-before" | "other-cause" | null;
  /** Live traffic whose usual changes aren't known. */
  isTraffic: boolean;
}
