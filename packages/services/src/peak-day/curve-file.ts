import type { CurveRow, RefusalTally, Warning } from "@headroom/core";

export interface CurveSeries {
  name: string;
  /** As the file says it. */
  unit: string | null;
  rows: CurveRow[];
}

/** What a file holds that can be a curve. */
export interface CurveFile {
  format: string;
  series: CurveSeries[];
  /** A value is about the time before its moment, as a rate of Prometheus is. */
  rowEnds: boolean;
  refused: RefusalTally;
  warnings: Warning[];
}
