import { z } from "zod";
import { acceptedChange, experimentTrend, trendMetric } from "@headroom/contract";
import type { ExperimentTrend } from "@headroom/contract";
import { HeadroomError, MAX_WORD_LENGTH } from "@headroom/core";
import { pathOf } from "../api.ts";
import type { Api } from "../api.ts";
import { writeTool } from "../tool.ts";
import { quoted } from "../untrusted.ts";
import { idInput, readId } from "./inputs.ts";

type Change = ExperimentTrend["changes"][number];

const saved = z.strictObject({ id: z.string() });

const named = {
  experiment: idInput("experiment"),
  metric: trendMetric,
  label: z.string().max(2_000).optional().describe("As for get_trend."),
  atRun: z.int().describe("`atRun` of the change, as get_trend returns it."),
};
const note = z.string().trim().min(1).max(MAX_WORD_LENGTH);

interface Named {
  experiment: string;
  metric: ExperimentTrend["metric"];
  label?: string | undefined;
  atRun: number;
}

export const acceptChange = writeTool({
  name: "accept_change",
  title: "Accept a change of a trend",
  about:
    "Accepts a change of level in an experiment's trend, with a reason. If builds are compared with the level before it, later runs are compared with the new level from then on. Only do this if the user asks for it and says why. A change that is accepted stays as it is.",
  scope: "manage",
  input: z.strictObject({ ...named, reason: note }),
  output: z.strictObject({
    url: z.string(),
    atRun: z.number(),
    reason: z.string(),
    comparedWithRun: z
      .number()
      .nullable()
      .describe("The run that later ones are compared with from now on; null: they are compared as before."),
  }),
  async run(api, { reason, ...change }) {
    const { atRun, metric } = change;
    const { url, path, about } = await openChange(api, change);
    const { run, why } = await api.post(acceptedChange, `${path}/accept`, { ...about, reason });
    const then = run === null ? why : `Later runs are compared with run ${run.number}.`;
    return {
      lines: [
        `Accepted the change of ${metric} at run ${atRun}: ${quoted(reason)}`,
        ...(then === null ? [] : [then]),
        url,
      ],
      data: { url, atRun, reason, comparedWithRun: run?.number ?? null },
    };
  },
});

export const acknowledgeChange = writeTool({
  name: "acknowledge_change",
  title: "Save a note on a change of a trend",
  about:
    "The earlier form of accept_change, which only saves the note: later runs are compared as before. Use accept_change instead.",
  scope: "manage",
  input: z.strictObject({ ...named, note }),
  output: z.strictObject({ url: z.string(), atRun: z.number(), note: z.string() }),
  async run(api, { note: word, ...change }) {
    const { atRun, metric } = change;
    const { url, path, about } = await openChange(api, change);
    await api.post(saved, `${path}/acknowledgements`, { ...about, word });
    return {
      lines: [`Saved a note on the change of ${metric} at run ${atRun}: ${quoted(word)}`, url],
      data: { url, atRun, note: word },
    };
  },
});

/** The change as the API names it, if nobody accepted it yet: somebody else's reason isn't overwritten. */
async function openChange(api: Api, { experiment, metric, label, atRun }: Named) {
  const path = pathOf`/v1/experiments/${readId(experiment, "experiment")}/trend`;
  const trend = await api.get(experimentTrend, path, { metric, label });
  const { runId, direction, before, after } = changeAt(trend, atRun);
  return { url: trend.url, path, about: { runId, metric, label: trend.label, direction, before, after } };
}

function changeAt({ changes }: ExperimentTrend, atRun: number): Change {
  const change = changes.find(({ runNumber }) => runNumber === atRun);
  if (change === undefined)
    throw new HeadroomError("not-found", `The trend shows no change at run ${atRun}.`, {
      hint: "Use a change that get_trend returns.",
    });
  if (change.accepted !== null || change.acknowledged !== null)
    throw new HeadroomError("conflict", `The change at run ${atRun} is accepted already.`, {
      hint: "Edit its reason on the page of the experiment.",
    });
  return change;
}
