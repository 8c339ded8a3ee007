import {
  HeadroomError,
  judgeRun,
  JUDGING_POLICY,
  nextStep,
  nextWords,
  outageOf,
  sayFindings,
  shortRun,
} from "@headroom/core";
import type { ExpectedLoad, RunEvidence } from "@headroom/core";
import type { ExitCode } from "../exit-codes.ts";
import { exitOf } from "../gate/gate-report.ts";
import type { GateReport } from "../gate/gate-report.ts";
import { writeOut } from "../gate/write-out.ts";
import { writeReport } from "../gate/write-report.ts";
import type { World } from "../world.ts";
import type { FileGateArguments } from "./arguments.ts";
import { judgeTargets } from "./judge-targets.ts";
import type { JudgedOffline } from "./judge-targets.ts";
import { readMemoryRun } from "./memory-run.ts";
import type { MemoryRun } from "./memory-run.ts";
import { closeParts, readParts } from "./read-parts.ts";
import { readOfflineTargets } from "./read-targets.ts";

/** Judges the files of a run by targets without any server, with the parsers and verdicts of one. */
export async function gateFile(given: FileGateArguments, world: World): Promise<ExitCode> {
  const { targets, workload } = readOfflineTargets({
    file: given.targets,
    texts: given.targetTexts,
    experiment: given.experiment,
  });
  const labels = targets.flatMap(({ label }) => (label === null ? [] : [label]));
  const { run, uploaded } = await readRun(given, world, labels);
  const judged = judgeTargets(run, targets, {
    ...workload,
    errorsBy: given.reading.parameters["errors-by"] ?? null,
  });
  const expected = given.generators === null ? workload.generators : null;
  const { durationSeconds } = workload;
  const evidence = evidenceOf(run, judged, { generators: { uploaded, expected }, durationSeconds });
  const judgement = judgeRun(evidence, NOT_COMPARED, JUDGING_POLICY);
  const next = nextStep(judgement);
  const report: GateReport = {
    judgement: {
      ...judgement,
      policy: JUDGING_POLICY,
      findings: sayFindings(judgement.findings, run.warnings),
      next: next && { ...next, words: nextWords(next) },
    },
    run: null,
    file: given.files.join(", "),
    baseline: null,
    comparisonUrl: null,
    judgementUrl: null,
    commitsBetween: null,
    whatChanged: null,
    gauges: [],
  };
  writeOut(writeReport(report, given.format), given.output, world);
  return exitOf(report, given.allowUnsure);
}

const NOT_COMPARED = {
  found: false,
  code: "offline",
  why: [{ code: "without-server" }],
  asked: false,
} as const;

async function readRun(
  { files, reading, generators }: FileGateArguments,
  world: World,
  labels: string[],
): Promise<{ run: MemoryRun; uploaded: number }> {
  const read = await readParts({ files, reading, stdin: world.stdin, nowMicros: world.now() * 1_000 });
  try {
    const uploaded = read.parts.length;
    if (generators !== null && uploaded < generators) throw filesMissing(uploaded, generators);
    return { run: readMemoryRun(read, labels), uploaded };
  } finally {
    closeParts(read);
  }
}

function filesMissing(uploaded: number, generators: number): HeadroomError {
  const have = uploaded === 1 ? "generator has" : "generators have";
  return new HeadroomError("not-ready", `Only ${uploaded} of ${generators} ${have} a result file here.`, {
    hint: "Name the file of each generator: headroom gate one.jtl two.jtl --targets targets.txt",
  });
}

function evidenceOf(
  { source, warnings, all, durationSeconds }: MemoryRun,
  { verdicts, holes, stretches, rise, codes, leftOut }: JudgedOffline,
  workload: Pick<RunEvidence, "generators"> & Pick<ExpectedLoad, "durationSeconds">,
): RunEvidence {
  const { requests, errors } = all.total;
  const known = requests > 0 && !source.absent.includes("errors");
  return {
    status: "finished",
    copy: null,
    // One file has no trend.
    trend: { of: "default", steps: [] },
    simulated: false,
    outage: outageOf({ durationSeconds, errorRate: known ? errors / requests : null, holes }),
    targets: verdicts,
    pool: null,
    warnings,
    short: shortRun({
      seconds: durationSeconds,
      uploadSeconds: null,
      workloadSeconds: workload.durationSeconds,
      usual: [],
    }),
    requests,
    ...stretches,
    rise,
    // The answer is kept with an experiment.
    askLoad: null,
    misplacedDays: null,
    codes,
    leftOut,
    generators: workload.generators,
  };
}
