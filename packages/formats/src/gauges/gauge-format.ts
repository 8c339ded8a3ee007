import type { GaugeSink, RefusalTally, Warning } from "@headroom/core";

export interface GaugeReport {
  format: string;
  accepted: number;
  refused: RefusalTally;
  warnings: Warning[];
}

export interface GaugeOptions {
  /** Names the only series of a file if it has no name of its own, or a long one. */
  name?: string;
  unit?: string;
  /** Where dates were written that name no zone. */
  zone?: string;
  maxLineBytes?: number;
}

/** Parses a file of gauges in chunks with any borders. */
export interface GaugeParser {
  write(chunk: Uint8Array): void;
  /** What was read so far; absent in formats that are read as a whole. */
  soFar?(): GaugeReport;
  end(): GaugeReport;
}

export interface GaugeFormat {
  readonly id: string;
  /** Null if it matches; otherwise why not. */
  readonly refuse: (head: Uint8Array) => string | null;
  /** `head`: the first bytes, which are written again. */
  readonly open: (sink: GaugeSink, options: GaugeOptions, head: Uint8Array) => GaugeParser;
}
