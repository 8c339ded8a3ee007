import { Readable } from "node:stream";
import { outageOf, type TargetVerdict } from "@headroom/core";
import { DETECTION_BYTES } from "@headroom/formats";
import type { ExitCode } from "../exit-codes.ts";
import { exitOf, outcomeOf, type Finding } from "../gate/judge-gate.ts";
import { judgeTargets } from "../gate/judge-targets.ts";
import { writeOut } from "../gate/write-out.ts";
import { writeReport } from "../gate/write-report.ts";
import { asOptions } from "../terminal/as-options.ts";
import { readLocally } from "../upload/local-run.ts";
import { inputFile, unpack } from "../upload/open-file.ts";
import { peek } from "../upload/peek.ts";
import type { World } from "../world.ts";
import type { FileGateArguments } from "./arguments.ts";
import { judgeRun, type JudgedOffline } from "./judge-run.ts";
import { readMemoryRun, type MemoryRun } from "./memory-run.ts";
import { readOfflineTargets } from "./read-targets.ts";

/** Judges a file by targets without any server, with the parsers and verdicts of one. */
export async function gateFile(given: FileGateArguments, world: World): Promise<ExitCode> {
  const { targets, workload } = readOfflineTargets({
    file: given.targets,
    texts: given.targetTexts,
    experiment: given.experiment,
  });
  const run = await readRun(
    given,
    world,
    targets.flatMap(({ label }) => (label === null ? [] : [label])),
  );
  const judged = judgeRun(run, targets, workload);
  const findings = [
    ...judgeTargets({ targets: judged.verdicts.map(toTarget), baseline: null }),
    ...notesOf(run, judged),
  ];
  const report = { findings, run: null, file: given.file, baseline: null, comparisonUrl: null };
  writeOut(writeReport(report, given.format), given.output, world);
  return exitOf(outcomeOf(findings), given.allowUnsure);
}

async function readRun(
  { file, reading }: FileGateArguments,
  world: World,
  labels: string[],
): Promise<MemoryRun> {
  const { chunks } = await unpack(inputFile(file, world.stdin), () => {});
  const begun = await peek(chunks, DETECTION_BYTES);
  const local = await readLocally({
    head: begun.head.subarray(0, DETECTION_BYTES),
    chunks: Readable.from(begun.chunks),
    arguments: reading,
    originMicros: null,
    // As the server places a run: in whole seconds from its first request.
    gridMicros: 1e6,
    nowMicros: world.now() * 1_000,
  });
  try {
    return readMemoryRun(local, labels);
  } finally {
    local.spool.close();
  }
}

function toTarget({ text, verdict, value, unit, interval, reason }: TargetVerdict) {
  return { text, verdict, value, unit, interval, reason };
}

/** What a reader has to know besides the targets. */
function notesOf({ report, all, absent, durationSeconds }: MemoryRun, { phase }: JudgedOffline): Finding[] {
  const { requests, errors } = all.total;
  const known = requests > 0 && !absent.includes("errors");
  const outage = outageOf({
    durationSeconds,
    errorRate: known ? errors / requests : null,
    holes: phase.holes,
  });
  const about = "file";
  return [
    ...(outage === null
      ? []
      : [
          { outcome: "unsure" as const, about, words: `The run proves nothing about the service. ${outage}` },
        ]),
    ...report.warnings.map(({ detail }) => ({ outcome: "note" as const, about, words: asOptions(detail) })),
    ...(report.refused.count === 0
      ? []
      : [
          {
            outcome: "note" as const,
            about,
            words: `${report.refused.count} lines could not be read and were skipped.`,
          },
        ]),
    { outcome: "note", about: "comparison", words: "A file alone is not compared with earlier runs." },
  ];
}
