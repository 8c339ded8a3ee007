import { runPrice } from "@headroom/contract";
import type { RunCostAnswer } from "@headroom/contract";
import { writeAudit } from "../../audit.ts";
import type { Context } from "../../context.ts";
import { parseInput } from "../../parse-input.ts";
import { requireScope } from "../../scope.ts";
import { readRunRow } from "../record/choose-window.ts";
import { readRunId } from "../record/get.ts";
import { holdRunRow } from "../record/hold-run-row.ts";
import { priceTextOf } from "../record/metadata.ts";
import { runCostOf } from "../record/run-cost.ts";

/** Sets what everything that was running for a run costs, or removes it. Answers with the cost of the judged window. */
export async function setRunPrice({
  ctx,
  input,
}: {
  ctx: Context;
  input: { runId: string; body: unknown };
}): Promise<{ cost: RunCostAnswer | null }> {
  requireScope(ctx, "edit");
  const id = readRunId(input.runId);
  const { price: given } = parseInput(runPrice, input.body);
  const price = given === null ? null : priceTextOf(given);
  return ctx.db.inWorkspace(ctx.workspaceId, async (tx) => {
    const run = await holdRunRow(tx, () => readRunRow(tx, ctx, id));
    if (run.price !== price) {
      // An open form of details shows the price, too, and must not overwrite this one unnoticed.
      await tx.prisma.run.update({ where: { id }, data: { price, editedAt: ctx.clock() } });
      const detail = { before: run.price, price };
      await writeAudit(tx, ctx, { action: "run.set-price", subjectKind: "run", subjectId: id, detail });
    }
    return { cost: runCostOf({ ...run, price }) };
  });
}
