import { z } from "zod";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { readRunId } from "../record/get.ts";
import { judgeByPresentTargets } from "./by-present-targets.ts";
import type { JudgedAgain } from "./judge-held-run.ts";

const again = z.strictObject({ runId: z.string(), webUrl: z.string() });

/** Judges a run by its experiment's current targets, on request. */
export async function judgeRunAgain({
  ctx,
  input,
}: {
  ctx: Context;
  input: z.input<typeof again>;
}): Promise<JudgedAgain> {
  requireScope(ctx, "edit");
  const { runId, webUrl } = parseInput(again, input);
  return judgeByPresentTargets(ctx, { runId: readRunId(runId), webUrl });
}
