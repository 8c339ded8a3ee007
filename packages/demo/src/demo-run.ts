import type { RunEvent } from "@headroom/contract";

/** A run of the demo, as it is uploaded. */
export interface DemoRun {
  /** The run's key: uploading it again adds nothing. */
  key: string;
  service: string;
  experiment: string;
  /** Where its figures come from. The two are never in one experiment. */
  data: "published" | "simulated";
  /** More of the run: `commit`, `branch`, `environment`, `notes`, `price`. */
  details: Readonly<Record<string, string>>;
  /** What was running, as the source says. */
  configuration: Readonly<Record<string, string>>;
  targets: readonly string[];
  events: readonly Omit<RunEvent, "url">[];
  /** Why it is set aside, and counts for nothing. */
  setAside?: string;
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

/** A peak day of the demo, with times in UTC. Seeding it again adds nothing. */
export interface DemoPeakDay {
  service: string;
  /** Its service has no other of this name. */
  name: string;
  startsAt: Date;
  endsAt: Date;
  eventName: string;
  eventAt: Date;
  /** Requests a second. */
  expectedPeak: number | null;
  expectedSource: string | null;
  notes: string;
  /** By name, of the same service: they have to be seeded before. */
  earlier: readonly { name: string; growthLow: number; growthHigh: number }[];
  /** Its throughput, if it isn't live traffic: at least two points. */
  curve?: readonly { at: Date; requestsPerSecond: number }[];
}

/** A missed target that the owner of the demo accepts. */
export interface DemoRisk {
  run: Pick<DemoRun, "service" | "experiment" | "key">;
  target: string;
  reason: string;
  until: Date;
}

/** A gameday of the demo that took place, with times in UTC. Seeding it again adds nothing. */
export interface DemoGameday {
  service: string;
  /** Its service has no other of this name. */
  name: string;
  /** The peak day that it rehearses, by name. */
  peakDay: string;
  startsAt: Date;
  endsAt: Date;
  environment: string;
  roles: readonly { who: string; does: string }[];
  notes: string;
  /** By name, in the order of the plan. */
  experiments: readonly string[];
  findings: readonly { title: string; severity: "low" | "medium" | "high"; isFixed: boolean }[];
  closedBy: string;
}

export interface Demo {
  experiments: readonly DemoExperiment[];
  runs: readonly DemoRun[];
  peakDays: readonly DemoPeakDay[];
  risks: readonly DemoRisk[];
  gamedays: readonly DemoGameday[];
}
