import "server-only";
import { z } from "zod";
import { listLiveServices } from "@headroom/services";
import { procedure, router } from "../../server/trpc.ts";
import { readTraffic, watchTraffic } from "./watched-traffic.ts";

const stretch = z.strictObject({
  service: z.string().max(500),
  from: z.string(),
  to: z.string(),
  label: z.string().max(500).nullable(),
});

export const serviceRouter = router({
  list: procedure.query(({ ctx: { ctx } }) => listLiveServices({ ctx })),

  traffic: procedure.input(stretch).query(({ ctx: { ctx }, input }) => readTraffic(ctx, input)),

  watch: procedure.input(stretch).query(({ ctx: { ctx }, input }) => watchTraffic(ctx, input)),
});
