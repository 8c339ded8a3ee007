import { z } from "zod";
import { likenessOf, LIVE_TRAFFIC } from "@headroom/core";
import { likenessParameters } from "@headroom/contract";
import type { LikenessAnswer } from "@headroom/contract";
import type { RunModel, WorkspaceTx } from "@headroom/db";
import type { Context } from "../context.ts";
import { parseInput } from "../parse-input.ts";
import { readRunId } from "../run/record/get.ts";
import { readRunRow } from "../run/record/choose-window.ts";
import { requireScope } from "../scope.ts";
import type { TrafficRetention } from "../traffic/roll-up.ts";
import { simulatedIn } from "../traffic/simulated-traffic.ts";
import { chooseLiveWindow } from "./live-window.ts";
import type { LiveWindow } from "./live-window.ts";
import { readLiveSide } from "./live-side.ts";
import { readTestSide } from "./test-side.ts";

export const likenessInput = likenessParameters.extend({ runId: z.string() });

const MAX_LABELS = 1_000;

/** Whether a run was like live traffic of its service: by default like its busiest hour. */
export async function getLikeness({
  ctx,
  keepDays,
  input,
}: {
  ctx: Context;
  keepDays: TrafficRetention;
  input: z.input<typeof likenessInput>;
}): Promise<LikenessAnswer> {
  requireScope(ctx, "read");
  const { runId, from, to } = parseInput(likenessInput, input);
  const id = readRunId(runId);
  const now = Math.floor(ctx.clock().getTime() / 1_000);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const run = await readRunRow(tx, ctx, id);
    const named = await readNames(tx, run);
    const { serviceId } = run;
    const traffic = await tx.prisma.traffic.findUnique({ where: { serviceId } });
    const asked = { from: secondOf(from), to: secondOf(to) };
    // A run that was kept from live traffic is that traffic.
    const window =
      run.tool === LIVE_TRAFFIC ? null : await chooseLiveWindow(tx, { serviceId, asked, now, keepDays });
    if (window === null) return { ...named, ...NOTHING };
    const test = await readTestSide(tx, run);
    const live = await readLiveSide(tx, { serviceId, window, now, keepDays });
    const { representative, checks, mix } = likenessOf(test, live);
    return {
      ...named,
      representative,
      window: {
        ...answerWindow(window),
        requests: live.requests,
        simulated: simulatedIn(traffic, window),
      },
      checks,
      mix:
        mix === null
          ? null
          : {
              apart: mix.apart,
              missing: mix.missing,
              onlyInTest: mix.onlyInTest,
              labelsTotal: mix.labels.length,
              labels: mix.labels.slice(0, MAX_LABELS),
            },
    };
  });
}

const NOTHING: Omit<LikenessAnswer, "run" | "service"> = {
  representative: "unknown",
  window: null,
  checks: [],
  mix: null,
};

async function readNames(
  tx: WorkspaceTx,
  { id, number, serviceId, experimentId }: RunModel,
): Promise<Pick<LikenessAnswer, "run" | "service">> {
  const service = await tx.prisma.service.findUniqueOrThrow({
    where: { id: serviceId },
    select: { slug: true, name: true },
  });
  const experiment = await tx.prisma.experiment.findUniqueOrThrow({
    where: { id: experimentId },
    select: { name: true },
  });
  return { run: { id, number, experiment: experiment.name }, service };
}

function answerWindow({ from, to, chosen, peakDay }: LiveWindow) {
  const at = (second: number) => new Date(second * 1_000).toISOString();
  return { from: at(from), to: at(to), chosen, peakDay };
}

function secondOf(given: string | undefined): number | null {
  return given === undefined ? null : Math.floor(Date.parse(given) / 1_000);
}
