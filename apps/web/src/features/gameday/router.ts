import "server-only";
import {
  changedGameday,
  changedReadinessAction,
  findingFields,
  gamedayTick,
  newGameday,
} from "@headroom/contract";
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
import { byId, id, ofService, taken } from "../../server/inputs.ts";
import { procedure, router } from "../../server/trpc.ts";

const webUrl = () => env().HEADROOM_WEB_URL;

export const gamedayRouter = router({
  list: procedure.query(({ ctx: { ctx } }) =>
    listGamedays({ ctx, input: { parameters: {}, webUrl: webUrl() } }),
  ),

  get: procedure
    .input(byId)
    .query(({ ctx: { ctx }, input }) => getGameday({ ctx, input: { ...input, webUrl: webUrl() } })),

  choices: procedure.input(ofService).query(({ ctx: { ctx }, input }) => listGamedayChoices({ ctx, input })),

  create: procedure
    .input(taken(newGameday))
    .mutation(({ ctx: { ctx }, input }) => createGameday({ ctx, input: { body: input, webUrl: webUrl() } })),

  update: procedure
    .input(taken(changedGameday.extend({ id })))
    .mutation(({ ctx: { ctx }, input: { id: gameday, ...body } }) =>
      updateGameday({ ctx, input: { id: gameday, body, webUrl: webUrl() } }),
    ),

  delete: procedure.input(byId).mutation(({ ctx: { ctx }, input }) => deleteGameday({ ctx, input })),

  tick: procedure
    .input(taken(gamedayTick.extend({ id, stepId: id })))
    .mutation(({ ctx: { ctx }, input: { id: gameday, stepId, ...body } }) =>
      tickGamedayStep({ ctx, input: { id: gameday, stepId, body, webUrl: webUrl() } }),
    ),

  addFinding: procedure
    .input(taken(findingFields.extend({ id })))
    .mutation(({ ctx: { ctx }, input: { id: gameday, ...body } }) =>
      addFinding({ ctx, input: { id: gameday, body } }),
    ),

  changeFinding: procedure
    .input(taken(changedReadinessAction.extend({ id, findingId: id })))
    .mutation(({ ctx: { ctx }, input: { id: gameday, findingId, ...body } }) =>
      changeFinding({ ctx, input: { id: gameday, findingId, body } }),
    ),

  close: procedure
    .input(byId)
    .mutation(({ ctx: { ctx }, input: { id: gameday } }) =>
      closeGameday({ ctx, input: { id: gameday, body: {}, webUrl: webUrl() } }),
    ),
});
