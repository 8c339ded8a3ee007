import type { DemoExperiment, DemoRun } from "../demo-run.ts";
import type { Scenario } from "./simulate.ts";
import { writeJtl } from "./write-jtl.ts";
import { writeK6 } from "./write-k6.ts";

const STOREFRONT = "Storefront";

interface MadeUpRun {
  key: string;
  experiment: string;
  commit: string;
  branch: string;
  /** What was made up. */
  story: string;
  targets: readonly string[];
  events?: DemoRun["events"];
  setAside?: string | null;
}

export interface SimulatedRun extends MadeUpRun {
  format: "jtl" | "k6";
  scenario: Scenario;
}

export function simulatedExperiment(
  of: Omit<DemoExperiment, "service" | "owner">,
  service = STOREFRONT,
): DemoExperiment {
  return { ...of, service: nameOf(service), experiment: nameOf(of.experiment), owner: `${service} team` };
}

/** A run whose requests are made up one by one. */
export function simulatedRun({ format, scenario, ...run }: SimulatedRun, service = STOREFRONT): DemoRun {
  return madeUpRun(run, service, () => (format === "jtl" ? writeJtl(scenario) : writeK6(scenario)));
}

/** Everything made up says so: in its service, experiment, environment, label and notes. */
export function madeUpRun(
  { key, experiment, commit, branch, story, targets, events = [], setAside = null }: MadeUpRun,
  service: string,
  file: () => string,
): DemoRun {
  return {
    key,
    service: nameOf(service),
    experiment: nameOf(experiment),
    data: "simulated",
    details: { commit, branch, environment: "simulated", notes: `Simulated. ${story}` },
    configuration: {},
    targets,
    events,
    ...(setAside === null ? {} : { setAside }),
    file,
  };
}

function nameOf(name: string): string {
  return `${name} (simulated)`;
}
