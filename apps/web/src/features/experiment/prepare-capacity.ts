import type { ExperimentCapacityAnswer, ScalingGap, UslAnswer } from "@headroom/contract";
import { plural } from "@headroom/core/format";
import { formatFigure, formatMillis, formatRange } from "@headroom/ui";
import type { LoadChartInput } from "@headroom/ui/charts";
import { amountOf, lawLines } from "../run/capacity/prepare-capacity.ts";

export interface CapacityOverRuns {
  /** What follows, for a head. */
  lead: string;
  rest: string;
  /** What makes it say less than it seems to. */
  notes: string[];
  /** Null: no run counts. */
  chart: LoadChartInput | null;
  rows: {
    id: string;
    number: number;
    ranAt: string;
    users: string;
    throughput: string;
    p99: string | null;
  }[];
}

/** How throughput rises with the number of users, over the runs of an experiment. */
export function prepareCapacityOverRuns(capacity: ExperimentCapacityAnswer): CapacityOverRuns {
  const { runs } = capacity;
  return {
    ...sentenceOf(capacity),
    notes: notesOf(capacity),
    chart: runs.length === 0 ? null : chartOf(capacity),
    rows: runs.map(({ id, number, ranAt, users, throughput, p99Ms }) => ({
      id,
      number,
      ranAt,
      users: amountOf(users),
      throughput: formatFigure(throughput),
      p99: p99Ms === null ? null : formatMillis(p99Ms),
    })),
  };
}

function sentenceOf({ runs, usl }: ExperimentCapacityAnswer): Pick<CapacityOverRuns, "lead" | "rest"> {
  if ("problem" in usl) return { lead: "No scalability law yet.", rest: usl.problem };
  const from = `from the steady phases of ${runs.length} runs.`;
  if (usl.doubt !== null) return { lead: usl.doubt, rest: `R² ${usl.rSquared.toFixed(3)}, ${from}` };
  const contention = usl.proportional
    ? "No contention beyond noise"
    : `${formatFigure(usl.sigma.value * 100)}% contention`;
  return { lead: leadOf(usl), rest: `${contention}, R² ${usl.rSquared.toFixed(3)}, ${from}` };
}

function leadOf({ peak, proportional, limit, measured }: UslAnswer): string {
  if (proportional)
    return `Throughput rises in proportion to the users, up to the ${amountOf(measured.to)} that were tried.`;
  if (peak === null)
    return `Throughput has no peak up to ${amountOf(limit)} users. Nothing is said beyond that.`;
  const { value, low, high } = peak.load;
  const at = `${amountOf(value)} users (${formatRange(amountOf(low), amountOf(high))})`;
  return `Throughput is highest at ${at}: ${formatFigure(peak.throughput)} req/s.`;
}

function chartOf({ runs, usl }: ExperimentCapacityAnswer): LoadChartInput {
  const points = runs.map(({ number, users, throughput }) => {
    return { load: users, value: throughput, name: `Run ${number}` };
  });
  return {
    of: "throughput",
    loadUnit: "users",
    scattered: true,
    measured: [{ key: "runs", name: "Runs", color: "var(--s1)", width: 3, points }],
    fitted: lawLines(usl),
    marks: [],
  };
}

const GAPS: Record<ScalingGap, string> = {
  "no-steady-phase": "no steady phase",
  "no-users": "no gauge “users” in the steady phase",
  "no-throughput": "no successful requests",
  failed: "at least 5% of the requests failed, and a broken service follows no law",
};

function notesOf({ leftOut, older, commits, simulated, usl }: ExperimentCapacityAnswer): string[] {
  return [
    ...(simulated
      ? ["A simulator sent the requests of these runs. They prove nothing about the service."]
      : []),
    ...(commits > 1
      ? [
          `The runs are of ${commits} commits. The law takes them for one service, so a change between them looks like noise.`,
        ]
      : []),
    ...("problem" in usl ? [] : ["The law assumes that users think for the same time under any load."]),
    ...leftOut.map(({ gap, runs }) => `${plural(runs, "run is", "runs are")} left out: ${GAPS[gap]}.`),
    ...(older ? ["Only the newest 200 runs of the experiment were looked at."] : []),
  ];
}
