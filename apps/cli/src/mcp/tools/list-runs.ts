import { plural } from "@headroom/core/format";
import { z } from "zod";
import { runList, runOutcome, runStatus } from "@headroom/contract";
import type { ListedRun } from "@headroom/contract";
import { readTool } from "../tool.ts";
import { quoted } from "../untrusted.ts";
import { optionalText, pageInputs } from "./inputs.ts";

const text = z.string().nullable();

export const listRuns = readTool({
  name: "list_runs",
  title: "List runs",
  about:
    "Lists load-test runs, the latest uploaded first, with their outcomes. `flaw` says why a run isn't a good one to compare with.",
  input: z.strictObject({
    service: optionalText("By name."),
    experiment: optionalText("By name."),
    branch: optionalText("Exactly as uploaded."),
    commit: optionalText("In full, or at least its first seven characters."),
    environment: optionalText("Exactly as uploaded."),
    ...pageInputs,
  }),
  output: z.strictObject({
    runs: z.array(
      z.strictObject({
        id: z.string(),
        number: z.number(),
        url: z.string(),
        service: z.string(),
        experiment: z.string(),
        status: runStatus,
        tool: z.string(),
        startedAt: text,
        uploadedAt: z.string(),
        commit: text,
        branch: text,
        environment: text,
        outcome: runOutcome.nullable().describe("Null: not decided yet."),
        isBaseline: z.boolean(),
        flaw: text,
        setAside: text.describe("Why it counts for nothing."),
      }),
    ),
    next: text,
  }),
  async run(api, given) {
    const { runs, next } = await api.get(runList, "/v1/runs", given);
    return {
      lines: [
        `${plural(runs.length, "run")}${next === null ? "" : ", more with the cursor"}.`,
        ...runs.map(lineOf),
      ],
      data: { runs: runs.map(dataOf), next },
    };
  },
});

function lineOf({ id, number, experiment, service, status, outcome, commit, branch, ...run }: ListedRun) {
  const where = [
    ...(commit === null ? [] : [`commit ${quoted(commit)}`]),
    ...(branch === null ? [] : [`branch ${quoted(branch)}`]),
    ...(run.isBaseline ? ["the baseline"] : []),
  ];
  const said = outcome === null ? "not judged yet" : `outcome ${outcome}`;
  const flaw = run.flaw === null ? "" : ` ${run.flaw}`;
  return `Run ${number} of ${quoted(experiment.name)}, service ${quoted(service.name)} (${id}), ${status}, ${run.startedAt ?? run.publishedAt}: ${[said, ...where].join(", ")}.${flaw} ${run.url}`;
}

function dataOf({ service, experiment, publishedAt, verdict: _beside, setAside, ...run }: ListedRun) {
  return {
    ...run,
    service: service.name,
    experiment: experiment.name,
    uploadedAt: publishedAt,
    setAside: setAside?.reason ?? null,
  };
}
