import type { z } from "zod";
import { spreadSlowest, traceUrl } from "@headroom/core";
import { readSlowRequests } from "@headroom/db";
import type { RunModel, WorkspaceTx } from "@headroom/db";
import { runSlowestParameters } from "@headroom/contract";
import type { RunSlowest } from "@headroom/contract";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { readSettings } from "../../workspace/settings.ts";
import { chooseWindow } from "../record/choose-window.ts";
import { instantAt, windowIn } from "./get-window-answer.ts";
import { failuresInput, inRun } from "./list-failures.ts";
import type { FailuresAsked } from "./list-failures.ts";

/** Each part has at most 50. */
const MAX_READ = 5_000;
/** No run is longer. */
const EVERYTHING = { fromSeconds: -4_000_000, toSeconds: 4_000_000 };

/** The slowest requests of a run that completed in one window. */
export async function listSlowest({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof failuresInput>;
}): Promise<RunSlowest> {
  requireScope(ctx, "read");
  const asked = parseInput(failuresInput, input);
  return inRun(ctx, asked.runId, (tx, run) => slowestOf(tx, run, asked));
}

/** The response of `GET /v1/runs/{id}/slowest`. */
export async function getRunSlowestAnswer({
  ctx,
  input,
}: {
  ctx: Context;
  input: { runId: string; parameters: unknown };
}): Promise<RunSlowest> {
  requireScope(ctx, "read");
  const { label, kind, window = "whole", from, to } = parseInput(runSlowestParameters, input.parameters);
  return inRun(ctx, input.runId, (tx, run) =>
    slowestOf(tx, run, {
      window: windowIn(run, { window, from, to }),
      label: label === undefined ? null : { name: label, kind },
    }),
  );
}

async function slowestOf(
  tx: WorkspaceTx,
  run: RunModel,
  { window, label }: FailuresAsked,
): Promise<RunSlowest> {
  const read = async (stretch: { fromSeconds: number; toSeconds: number }, of: FailuresAsked["label"]) => {
    const asked = { runId: run.id, label: of, ...stretch, limit: MAX_READ };
    return spreadSlowest(await readSlowRequests(tx, asked), ({ offsetMicros }) => offsetMicros);
  };
  const all = await read(EVERYTHING, null);
  const chosen = chooseWindow(run, all.length === 0 ? "whole" : window);
  const isWhole = chosen.kind === "whole";
  const requests = isWhole && label === null ? all : await read(isWhole ? EVERYTHING : chosen, label);
  const hasTraces = requests.some(({ traceId }) => traceId !== null);
  const template = hasTraces ? (await readSettings(tx, run.workspaceId)).traceUrl : null;
  return {
    requests: requests.map(({ offsetMicros, latencyMicros, ...request }) => ({
      ...request,
      at: instantAt(run, offsetMicros / 1e6),
      latencyMs: latencyMicros / 1_000,
      traceUrl: template === null || request.traceId === null ? null : traceUrl(template, request.traceId),
    })),
    window: {
      kind: chosen.kind,
      from: instantAt(run, chosen.fromSeconds),
      to: instantAt(run, chosen.toSeconds),
    },
    kept: all.length,
  };
}
