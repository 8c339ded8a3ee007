import type { DemoExperiment, DemoRun } from "../demo-run.ts";
import type { Scenario } from "./simulate.ts";
import { writeJtl } from "./write-jtl.ts";
import { writeK6 } from "./write-k6.ts";

const SERVICE = "Storefront (simulated)";

export interface SimulatedRun {
  key: string;
  experiment: string;
  format: "jtl" | "k6";
  commit: string;
  branch: string;
  /** What was made up. */
  story: string;
  targets: readonly string[];
  events?: DemoRun["events"];
  scenario: Scenario;
}

export function simulatedExperiment(of: Omit<DemoExperiment, "service" | "owner">): DemoExperiment {
  return { ...of, service: SERVICE, experiment: nameOf(of.experiment), owner: "Storefront team" };
}

/** Everything made up says so: in its service, experiment, environment, label and notes. */
export function simulatedRun(run: SimulatedRun): DemoRun {
  const { key, experiment, format, commit, branch, story, targets, events = [], scenario } = run;
  return {
    key,
    service: SERVICE,
    experiment: nameOf(experiment),
    data: "simulated",
    details: { commit, branch, environment: "simulated", notes: `Simulated. ${story}` },
    labels: {},
    targets,
    events,
    file: () => (format === "jtl" ? writeJtl(scenario) : writeK6(scenario)),
  };
}

function nameOf(experiment: string): string {
  return `${experiment} (simulated)`;
}
