import "server-only";
import { z } from "zod";
import { MINUTE_MILLIS } from "@headroom/core";
import {
  getOverview,
  getService,
  getServiceTests,
  listLiveServices,
  listTraces,
  MAX_SERVICES,
} from "@headroom/services";
import { ofService } from "../../server/inputs.ts";
import { procedure, router } from "../../server/trpc.ts";
import { readTraffic, watchTraffic } from "./watched-traffic.ts";

/** Null: the last five minutes. */
const tracesOf = z.strictObject({
  service: z.string().max(500),
  from: z.string().nullable(),
  to: z.string().nullable(),
});

const stretch = z.strictObject({
  service: z.string().max(500),
  from: z.string(),
  to: z.string(),
  label: z.string().max(500).nullable(),
});

const LATEST_MILLIS = 5 * MINUTE_MILLIS;

export const serviceRouter = router({
  /** With the latest outcomes and the tested capacity of each. */
  list: procedure.query(async ({ ctx: { ctx } }) => {
    const [live, { services: tested }] = await Promise.all([
      listLiveServices({ ctx }),
      getOverview({ ctx, input: { mostServices: MAX_SERVICES } }),
    ]);
    return { ...live, tested };
  }),

  get: procedure.input(ofService).query(({ ctx: { ctx }, input }) => getService({ ctx, input })),

  tests: procedure.input(ofService).query(({ ctx: { ctx }, input }) => getServiceTests({ ctx, input })),

  traffic: procedure.input(stretch).query(({ ctx: { ctx }, input }) => readTraffic(ctx, input)),

  /** Apart from the traffic, which guests of a share see too. */
  traces: procedure.input(tracesOf).query(({ ctx: { ctx }, input: { service, from, to } }) => {
    const begin = from ?? new Date(ctx.clock().getTime() - LATEST_MILLIS).toISOString();
    return listTraces({ ctx, input: { service, from: begin, ...(to === null ? {} : { to }) } });
  }),

  watch: procedure.input(stretch).query(({ ctx: { ctx }, input }) => watchTraffic(ctx, input)),
});
