import type { ExperimentCapacityAnswer, ScalingGap } from "@headroom/contract";
import { formatFigure, formatMillis } from "@headroom/ui";
import type { LoadChartInput } from "@headroom/ui/charts";
import { amountOf, lawLines, lawSentence } from "../run/prepare-capacity.ts";

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
  const { runs, usl } = capacity;
  const counted = runs.length === 1 ? "1 run" : `${runs.length} runs`;
  const found = lawSentence(usl);
  return {
    lead: "problem" in usl ? "No scalability law yet." : sentenceOf(found ?? ""),
    rest: "problem" in usl ? usl.problem : `From the steady phases of ${counted}.`,
    notes: notesOf(capacity),
    chart: runs.length === 0 ? null : chartOf(capacity),
    rows: runs.map(({ id, number, ranAt, users, throughput, p99Ms }) => ({
      ...{ id, number, ranAt, users: amountOf(users), throughput: formatFigure(throughput) },
      p99: p99Ms === null ? null : formatMillis(p99Ms),
    })),
  };
}

/** Here it is the whole answer, and needs no name before it. */
function sentenceOf(text: string): string {
  const rest = text.replace(/^Scalability law: /, "");
  return rest.charAt(0).toUpperCase() + rest.slice(1);
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
    ...leftOut.map(
      ({ gap, runs }) => `${runs === 1 ? "1 run is" : `${runs} runs are`} left out: ${GAPS[gap]}.`,
    ),
    ...(older ? ["Only the newest 200 runs of the experiment were looked at."] : []),
  ];
}
