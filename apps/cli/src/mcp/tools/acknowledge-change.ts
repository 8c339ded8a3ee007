import { z } from "zod";
import { experimentTrend, trendMetric } from "@headroom/contract";
import type { ExperimentTrend } from "@headroom/contract";
import { HeadroomError, MAX_WORD_LENGTH } from "@headroom/core";
import { pathOf } from "../api.ts";
import { writeTool } from "../tool.ts";
import { quoted } from "../untrusted.ts";
import { idInput, readId } from "./inputs.ts";

type Change = ExperimentTrend["changes"][number];

const saved = z.strictObject({ id: z.string() });

export const acknowledgeChange = writeTool({
  name: "acknowledge_change",
  title: "Acknowledge a change of a trend",
  about:
    "Saves a note that says what a change of level in an experiment's trend was. Only do this if the user asks for it and says what the note should be. A change that has a note keeps it.",
  scope: "manage",
  input: z.strictObject({
    experiment: idInput("experiment"),
    metric: trendMetric,
    label: z.string().max(2_000).optional().describe("As for get_trend."),
    atRun: z.int().describe("`atRun` of the change, as get_trend returns it."),
    note: z.string().trim().min(1).max(MAX_WORD_LENGTH),
  }),
  output: z.strictObject({ url: z.string(), atRun: z.number(), note: z.string() }),
  async run(api, { experiment, metric, label, atRun, note }) {
    const id = readId(experiment, "experiment");
    const trend = await api.get(experimentTrend, pathOf`/v1/experiments/${id}/trend`, { metric, label });
    const { runId, direction, before, after } = openChange(trend, atRun);
    const about = { runId, metric, label: trend.label, direction, before, after };
    await api.post(saved, pathOf`/v1/experiments/${id}/trend/acknowledgements`, { ...about, word: note });
    return {
      lines: [`Acknowledged the change of ${metric} at run ${atRun}: ${quoted(note)}`, trend.url],
      data: { url: trend.url, atRun, note },
    };
  },
});

/** Someone else's note isn't overwritten. */
function openChange({ changes }: ExperimentTrend, atRun: number): Change {
  const change = changes.find(({ runNumber }) => runNumber === atRun);
  if (change === undefined)
    throw new HeadroomError("not-found", `The trend shows no change at run ${atRun}.`, {
      hint: "Use a change that get_trend returns.",
    });
  if (change.acknowledged !== null)
    throw new HeadroomError("conflict", `The change at run ${atRun} has a note already.`, {
      hint: "Edit it on the trend page.",
    });
  return change;
}
