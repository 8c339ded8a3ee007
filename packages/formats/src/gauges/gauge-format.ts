import type { GaugeSink, RefusalTally, Warning } from "@headroom/core";

export interface GaugeReport {
  format: string;
  accepted: number;
  refused: RefusalTally;
  warnings: Warning[];
}

export interface GaugeOptions {
  /** Names the one series of a file that has no name of its own, or a long one. */
  name?: string;
  unit?: string;
  maxLineBytes?: number;
  maxDocumentBytes?: number;
}

/** Takes a file of gauges in chunks cut anywhere. */
export interface GaugeParser {
  write(chunk: Uint8Array): void;
  end(): GaugeReport;
}

export interface GaugeFormat {
  readonly id: string;
  /** Null: it is one. Else why it is none. */
  readonly refuse: (head: Uint8Array) => string | null;
  /** `head`: the first bytes, which are written again. */
  readonly open: (sink: GaugeSink, options: GaugeOptions, head: Uint8Array) => GaugeParser;
}
