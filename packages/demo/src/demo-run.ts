import type { RunEvent } from "@headroom/contract";

/** A run of the demo, as it is uploaded. */
export interface DemoRun {
  /** The run's key: uploading it again adds nothing. */
  key: string;
  service: string;
  experiment: string;
  /** Where its figures come from. The two are never in one experiment. */
  data: "published" | "simulated";
  /** More of the run: `commit`, `branch`, `environment`, `notes`. */
  details: Readonly<Record<string, string>>;
  labels: Readonly<Record<string, string>>;
  targets: readonly string[];
  events: readonly Omit<RunEvent, "url">[];
  /** Its results file, made when it is needed. */
  file(): string;
}

/** An experiment of the demo, as `PUT /v1/experiments` takes it. */
export interface DemoExperiment {
  service: string;
  experiment: string;
  group?: string;
  tags: readonly string[];
  owner: string;
  requestSet?: string;
  distinctRequests?: number;
  durationSeconds: number;
  ratePerGenerator?: number;
  generators: number;
  threadsPerGenerator?: number;
  representsPeak: boolean;
  targets: readonly string[];
}

export interface Demo {
  experiments: readonly DemoExperiment[];
  runs: readonly DemoRun[];
}
