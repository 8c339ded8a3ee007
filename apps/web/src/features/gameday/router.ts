import "server-only";
import { z } from "zod";
import {
  addFinding,
  changeFinding,
  closeGameday,
  createGameday,
  deleteGameday,
  getGameday,
  listGamedayChoices,
  listGamedays,
  tickGamedayStep,
  updateGameday,
} from "@headroom/services";
import { env } from "../../server/env.ts";
import { procedure, router } from "../../server/trpc.ts";

/** Any string: something that is not an id behaves like an id that does not exist. */
const id = z.string().max(500);
const text = z.string().max(5_000);

/** Only the shape: the verbs check the values and name the field. */
const fields = z.strictObject({
  name: text,
  startsAt: text,
  endsAt: text,
  timeZone: text,
  peakDay: id,
  environment: text,
  lead: text,
  roles: z.array(z.strictObject({ who: text, does: text })).max(100),
  notes: text,
  steps: z
    .array(
      z.strictObject({
        id: id.nullable(),
        experiment: id.nullable(),
        title: text.nullable(),
        watcher: text,
        adoptTargets: z.boolean(),
      }),
    )
    .max(500),
});
const outcome = z.enum(["as-expected", "not-as-expected"]).nullable();
const webUrl = () => env().HEADROOM_WEB_URL;

export const gamedayRouter = router({
  list: procedure.query(({ ctx: { ctx } }) =>
    listGamedays({ ctx, input: { parameters: {}, webUrl: webUrl() } }),
  ),

  get: procedure
    .input(z.strictObject({ id }))
    .query(({ ctx: { ctx }, input }) => getGameday({ ctx, input: { ...input, webUrl: webUrl() } })),

  choices: procedure
    .input(z.strictObject({ service: text }))
    .query(({ ctx: { ctx }, input }) => listGamedayChoices({ ctx, input })),

  create: procedure
    .input(fields.extend({ service: text }))
    .mutation(({ ctx: { ctx }, input }) => createGameday({ ctx, input: { body: input, webUrl: webUrl() } })),

  update: procedure
    .input(fields.extend({ id, version: z.int() }))
    .mutation(({ ctx: { ctx }, input: { id: gameday, ...body } }) =>
      updateGameday({ ctx, input: { id: gameday, body, webUrl: webUrl() } }),
    ),

  delete: procedure
    .input(z.strictObject({ id }))
    .mutation(({ ctx: { ctx }, input }) => deleteGameday({ ctx, input })),

  tick: procedure
    .input(z.strictObject({ id, stepId: id, outcome, note: text }))
    .mutation(({ ctx: { ctx }, input: { id: gameday, stepId, ...body } }) =>
      tickGamedayStep({ ctx, input: { id: gameday, stepId, body, webUrl: webUrl() } }),
    ),

  addFinding: procedure
    .input(
      z.strictObject({
        id,
        title: text,
        severity: text,
        owner: text,
        dueAt: text.nullable(),
        step: id.nullable(),
      }),
    )
    .mutation(({ ctx: { ctx }, input: { id: gameday, ...body } }) =>
      addFinding({ ctx, input: { id: gameday, body } }),
    ),

  changeFinding: procedure
    .input(z.strictObject({ id, findingId: id, owner: text.optional(), closed: z.boolean().optional() }))
    .mutation(({ ctx: { ctx }, input: { id: gameday, findingId, ...body } }) =>
      changeFinding({ ctx, input: { id: gameday, findingId, body } }),
    ),

  close: procedure
    .input(z.strictObject({ id }))
    .mutation(({ ctx: { ctx }, input: { id: gameday } }) =>
      closeGameday({ ctx, input: { id: gameday, body: {}, webUrl: webUrl() } }),
    ),
});
