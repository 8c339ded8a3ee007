import "server-only";
import { z } from "zod";
import { getTraffic, listLiveServices } from "@headroom/services";
import { env, trafficKeptFor } from "../../server/env.ts";
import { procedure, router } from "../../server/trpc.ts";

/** A point is several pixels wide, and holds enough requests for its percentiles to mean something. */
const POINTS = 240;
const LABELS = 1_001;

export const serviceRouter = router({
  list: procedure.query(({ ctx: { ctx } }) => listLiveServices({ ctx })),

  traffic: procedure
    .input(
      z.strictObject({
        service: z.string().max(500),
        from: z.string(),
        to: z.string(),
        label: z.string().max(500).nullable(),
      }),
    )
    .query(({ ctx: { ctx }, input: { service, from, to, label } }) =>
      getTraffic({
        ctx,
        keepDays: trafficKeptFor(env()),
        extent: { points: POINTS, labels: LABELS },
        input: { service, from, to, ...(label === null ? {} : { label }) },
      }),
    ),
});
