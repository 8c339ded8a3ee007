import "server-only";
import { z } from "zod";
import { newEvent } from "@headroom/contract";
import { MAX_POINTS, MIN_POINTS } from "@headroom/core";
import {
  editRun,
  editRunInput,
  acceptRun,
  addRunEvents,
  createComment,
  createCommentInput,
  createUploadTicket,
  deleteComment,
  deleteCommentInput,
  deleteRun,
  failuresInput,
  getLikeness,
  getLiveRun,
  getRun,
  getRunCapacity,
  getRunHeatmap,
  getRunJudgement,
  getRunReference,
  getRunSketch,
  getRunTimeline,
  getRunWindow,
  heatmapInput,
  likenessInput,
  listComments,
  listDeletedRuns,
  listRunEvents,
  listRunFailures,
  listRunGauges,
  listRunning,
  compareSliceLengths,
  listRunSlices,
  listSlowest,
  listUnsureRuns,
  listWindowLabels,
  reparseRun,
  restoreRun,
  runningRunsInput,
  setRunAside,
  setSteady,
  setSteadyInput,
  sketchInput,
  sliceLengthsInput,
  slicesInput,
  undoAccept,
  undoSetAside,
  resolveComment,
  resolveCommentInput,
  updateComment,
  updateCommentInput,
  windowInput,
  windowLabelsInput,
} from "@headroom/services";
import { env, trafficKeptFor } from "../../server/env.ts";
import { taken } from "../../server/inputs.ts";
import { secret } from "../../server/secret.ts";
import { procedure, router } from "../../server/trpc.ts";
import type { CallerOf } from "../../server/trpc.ts";
import { timelineFigures } from "./timeline/timeline-points.ts";

/** Any string: something that is not an id behaves like an id that does not exist. */
const runId = z.string();
const oneRun = z.strictObject({ runId });
const webUrl = () => env().HEADROOM_WEB_URL;

const reads = {
  get: procedure
    .input(oneRun)
    .query(({ ctx: { ctx }, input }) => getRun({ ctx, input: { ...input, webUrl: webUrl() } })),

  live: procedure.input(oneRun).query(({ ctx: { ctx }, input }) => getLiveRun({ ctx, input })),

  running: procedure
    .input(taken(runningRunsInput))
    .query(({ ctx: { ctx }, input }) => listRunning({ ctx, input })),

  window: procedure.input(windowInput).query(({ ctx: { ctx }, input }) => getRunWindow({ ctx, input })),

  sketch: procedure.input(sketchInput).query(({ ctx: { ctx }, input }) => getRunSketch({ ctx, input })),

  timeline: procedure
    .input(
      z.strictObject({
        runId,
        maxPoints: z.int().min(MIN_POINTS).max(MAX_POINTS),
        fromSeconds: z.number().optional(),
        toSeconds: z.number().optional(),
        label: windowInput.shape.label,
        successful: z.boolean().default(false),
      }),
    )
    .query(async ({ ctx: { ctx }, input: { successful, fromSeconds, toSeconds, ...input } }) => {
      const stretch = fromSeconds === undefined || toSeconds === undefined ? {} : { fromSeconds, toSeconds };
      return timelineFigures(
        await getRunTimeline({ ctx, input: { ...input, ...stretch, withFailures: true } }),
        successful,
      );
    }),

  likeness: procedure
    .input(taken(likenessInput))
    .query(({ ctx: { ctx }, input }) => getLikeness({ ctx, keepDays: trafficKeptFor(env()), input })),

  labels: procedure
    .input(windowLabelsInput)
    .query(({ ctx: { ctx }, input }) => listWindowLabels({ ctx, input })),

  sliceLengths: procedure
    .input(sliceLengthsInput)
    .query(({ ctx: { ctx }, input }) => compareSliceLengths({ ctx, input })),
  slices: procedure.input(slicesInput).query(({ ctx: { ctx }, input }) => listRunSlices({ ctx, input })),

  heatmap: procedure.input(heatmapInput).query(({ ctx: { ctx }, input }) => getRunHeatmap({ ctx, input })),

  failures: procedure
    .input(failuresInput)
    .query(({ ctx: { ctx }, input }) => listRunFailures({ ctx, input })),

  slowest: procedure.input(failuresInput).query(({ ctx: { ctx }, input }) => listSlowest({ ctx, input })),

  /** The run that Compare opens it against. */
  reference: procedure.input(oneRun).query(({ ctx: { ctx }, input }) => getRunReference({ ctx, input })),

  /** Its own, or one that a gate asked for; null: it has no such judgement. */
  judgement: procedure
    .input(oneRun.extend({ judgementId: z.string() }))
    .query(({ ctx: { ctx }, input }) => getRunJudgement({ ctx, input })),

  gauges: procedure
    .input(oneRun)
    .query(({ ctx: { ctx }, input }) => listRunGauges({ ctx, input: { ...input, parameters: {} } })),

  capacity: procedure.input(oneRun).query(({ ctx: { ctx }, input }) => getRunCapacity({ ctx, input })),

  events: procedure.input(oneRun).query(({ ctx: { ctx }, input }) => listRunEvents({ ctx, input })),

  comments: procedure.input(oneRun).query(({ ctx: { ctx }, input }) => listComments({ ctx, input })),

  unsure: procedure.query(({ ctx: { ctx } }) => listUnsureRuns({ ctx })),

  deleted: procedure
    .input(z.strictObject({ runId: runId.optional() }))
    .query(({ ctx: { ctx }, input }) =>
      listDeletedRuns({ ctx, input: input.runId === undefined ? {} : { runId: input.runId } }),
    ),
};

const changes = {
  setSteady: procedure
    .input(taken(setSteadyInput.omit({ webUrl: true })))
    .mutation(({ ctx: { ctx }, input }) => setSteady({ ctx, input: { ...input, webUrl: webUrl() } })),

  edit: procedure
    .input(taken(editRunInput.omit({ webUrl: true })))
    .mutation(({ ctx: { ctx }, input }) => editRun({ ctx, input: { ...input, webUrl: webUrl() } })),

  comment: procedure
    .input(taken(createCommentInput))
    .mutation(({ ctx: { ctx }, input }) => createComment({ ctx, input })),

  editComment: procedure
    .input(taken(updateCommentInput))
    .mutation(({ ctx: { ctx }, input }) => updateComment({ ctx, input })),

  resolveComment: procedure
    .input(taken(resolveCommentInput))
    .mutation(({ ctx: { ctx }, input }) => resolveComment({ ctx, input })),

  deleteComment: procedure
    .input(taken(deleteCommentInput))
    .mutation(({ ctx: { ctx }, input }) => deleteComment({ ctx, input })),

  addEvent: procedure
    .input(taken(newEvent.omit({ url: true }).extend({ runId })))
    .mutation(({ ctx: { ctx }, input: { runId: id, ...event } }) =>
      addRunEvents({ ctx, input: { runId: id, body: event } }),
    ),

  // Where no process reaches the store of files, the job waits for one that does.
  parseAgain: procedure
    .input(oneRun)
    .mutation(({ ctx: { ctx }, input }) =>
      reparseRun({ ctx, input: { ...input, webUrl: webUrl(), hasStore: true } }),
    ),

  fileTicket: procedure.input(oneRun).mutation(({ ctx: { ctx, http }, input: { runId: id } }) => {
    const sessionId = http?.session?.sessionId ?? null;
    const purpose = { kind: "run-files", runId: id } as const;
    return createUploadTicket({ ctx, input: { secret: secret(), purpose, sessionId } });
  }),

  delete: procedure.input(oneRun).mutation(({ ctx: { ctx }, input }) => deleteRun({ ctx, input })),

  setAside: procedure
    .input(oneRun.extend({ reason: z.string() }))
    .mutation(({ ctx: { ctx }, input: { runId: id, reason } }) =>
      setRunAside({ ctx, input: { runId: id, body: { reason } } }),
    ),

  undoSetAside: procedure.input(oneRun).mutation(({ ctx: { ctx }, input }) => undoSetAside({ ctx, input })),

  accept: procedure
    .input(oneRun.extend({ reason: z.string() }))
    .mutation(({ ctx: { ctx }, input: { runId: id, reason } }) =>
      acceptRun({ ctx, input: { runId: id, body: { reason } } }),
    ),

  undoAccept: procedure.input(oneRun).mutation(({ ctx: { ctx }, input }) => undoAccept({ ctx, input })),

  restore: procedure.input(oneRun).mutation(({ ctx: { ctx }, input }) => restoreRun({ ctx, input })),
};

export const runRouter = router({ ...reads, ...changes });

/** What reads a page or a file of a run in the process. */
export type RunCaller = { run: CallerOf<typeof runRouter> };
