import { HeadroomError, outageOf } from "@headroom/core";
import type { TargetVerdict } from "@headroom/core";
import type { ExitCode } from "../exit-codes.ts";
import { exitOf } from "../gate/judge-gate.ts";
import type { Finding } from "../gate/judge-gate.ts";
import { leftOutNotes, provesNothing, warned } from "../gate/judge-sides.ts";
import { judgeTargets } from "../gate/judge-targets.ts";
import { missingGenerators } from "../gate/missing-generators.ts";
import { writeOut } from "../gate/write-out.ts";
import { writeReport } from "../gate/write-report.ts";
import type { World } from "../world.ts";
import type { FileGateArguments } from "./arguments.ts";
import { judgeRun } from "./judge-run.ts";
import type { JudgedOffline } from "./judge-run.ts";
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
  const judged = judgeRun(run, targets, workload);
  const findings = [
    ...judgeTargets({ targets: judged.verdicts.map(toTarget), baseline: null }),
    ...notesOf(run, judged),
    ...(given.generators === null
      ? missingGenerators({ uploaded, expected: workload.generators }, "files")
      : []),
    NOT_COMPARED,
  ];
  const report = { findings, run: null, file: given.files.join(", "), baseline: null, comparisonUrl: null };
  writeOut(writeReport(report, given.format), given.output, world);
  return exitOf(findings, given.allowUnsure);
}

const NOT_COMPARED: Finding = {
  outcome: "note",
  about: "comparison",
  words: "Without a server, nothing is compared with earlier runs.",
};

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

function toTarget({ text, verdict, value, unit, interval, reason }: TargetVerdict) {
  return { text, verdict, value, unit, interval, reason };
}

/** What a reader has to know besides the targets. */
function notesOf(
  { source, warnings, all, durationSeconds }: MemoryRun,
  { holes, leftOut }: JudgedOffline,
): Finding[] {
  const { requests, errors } = all.total;
  const known = requests > 0 && !source.absent.includes("errors");
  const outage = outageOf({ durationSeconds, errorRate: known ? errors / requests : null, holes });
  return [
    ...(outage === null ? [] : [provesNothing(outage, { isOutage: true })]),
    ...warnings.map(({ detail }) => warned(detail)),
    ...leftOutNotes(leftOut),
  ];
}
