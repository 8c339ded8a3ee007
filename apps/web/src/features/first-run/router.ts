import { DAY_MILLIS } from "@headroom/core";
import "server-only";
import { createToken, findAnything } from "@headroom/services";
import { procedure, router } from "../../server/trpc.ts";
import { prepareFirstRun } from "./prepare-first-run.ts";

/** The first token is for trying things out. For real use, people create one with its own name and scopes. */
const TOKEN_DAYS = 30;

export const firstRunRouter = router({
  state: procedure.query(async ({ ctx: { ctx } }) => {
    const { runs } = await findAnything({ ctx, input: { text: "", limit: 20 } });
    return prepareFirstRun(runs);
  }),

  makeToken: procedure.mutation(({ ctx: { ctx } }) => {
    const expiresAt = new Date(ctx.clock().getTime() + TOKEN_DAYS * DAY_MILLIS);
    return createToken({ ctx, input: { name: "First run", scopes: ["ingest", "read"], expiresAt } });
  }),
});
