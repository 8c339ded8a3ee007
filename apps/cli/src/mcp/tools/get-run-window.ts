import { z } from "zod";
import { runSlicesAnswer, runWindowAnswer } from "@headroom/contract";
import { formatLength } from "@headroom/core/format";
import { pathOf } from "../api.ts";
import { figuresLine, figuresOf, proofFigures, proofLine, proofOf, windowFigures } from "../figures.ts";
import { readTool } from "../tool.ts";
import { quoted } from "../untrusted.ts";
import { readId, runInput } from "./inputs.ts";

const edge = z
  .string()
  .max(40)
  .optional()
  .describe(
    "Whole seconds since the run's first request, or a date and time with a zone. from and to belong together.",
  );

export const getRunWindow = readTool({
  name: "get_run_window",
  title: "Read a stretch of a run",
  about:
    "Reads the metrics of any stretch of a run, computed from all its requests, and how far to trust them (proof). Percentiles of stretches or labels can't be averaged or added: ask for the stretch you need.",
  input: z.strictObject({
    run: runInput,
    window: z.enum(["steady", "whole"]).optional().describe("Instead of from and to. Default: steady."),
    from: edge,
    to: edge,
    label: z.string().max(10_000).optional().describe("One request label. Default: all requests."),
  }),
  output: z.strictObject({
    runUrl: z.string(),
    window: z.strictObject({
      kind: z.enum(["steady", "whole", "custom"]),
      from: z.string(),
      to: z.string(),
      durationSeconds: z.number(),
      grownToSeconds: z.number().nullable(),
    }),
    label: z.string().nullable().describe("Null: all requests."),
    figures: windowFigures,
    successfulOnly: windowFigures
      .nullable()
      .describe("Null: the latencies of failed requests aren't known separately."),
    proof: proofFigures,
  }),
  async run(api, { run, ...asked }) {
    const id = readId(run, "run");
    const answer = await api.get(runWindowAnswer, pathOf`/v1/runs/${id}/window`, asked);
    const { label: _label, ...stretch } = asked;
    const { series } = await api.get(runSlicesAnswer, pathOf`/v1/runs/${id}/slices`, stretch);
    const hiddenBySlices = series.flatMap(({ label: own, hidden }) =>
      hidden === null ? [] : `${own === null ? "All requests" : quoted(own)}: ${hidden}`,
    );
    const { window, label, summary, successful, proof } = answer;
    const of = label === null ? "All requests" : `Requests of ${quoted(label)}`;
    return {
      lines: [
        `${of}, ${window.kind === "custom" ? "" : `${window.kind}, `}${window.from} to ${window.to}: ${figuresLine(summary)}.`,
        ...(successful === null ? [] : [`Successful requests only: ${figuresLine(successful)}.`]),
        ...(window.grownToSeconds === null
          ? []
          : [
              `The source only knows whole intervals of ${formatLength(window.grownToSeconds)}, so the window grew to them.`,
            ]),
        ...hiddenBySlices,
        proofLine(proof),
        answer.run.url,
      ],
      data: {
        runUrl: answer.run.url,
        window,
        label,
        figures: figuresOf(summary),
        proof: proofOf(proof),
        successfulOnly: successful === null ? null : figuresOf(successful),
      },
    };
  },
});
