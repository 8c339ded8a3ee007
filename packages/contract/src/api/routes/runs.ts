import { z } from "zod";
import { cellFileParameters, PARQUET_MEDIA_TYPE } from "../../run/cell-file.ts";
import { comparisonAnswer, comparisonParameters } from "../../comparison/comparison.ts";
import { pricedRun, runPrice } from "../../run/cost.ts";
import { detectionAnswer } from "../../run/detection.ts";
import { gaugeParameters, gaugeUploadParameters, runGauges } from "../../run/run-gauge.ts";
import { askedShare } from "../../workspace/share.ts";
import { judgeAgainParameters, judgedByRules } from "../../run/judgement.ts";
import { idempotencyKey, importParameters } from "../../run/import-parameters.ts";
import { labelPage, labelPageParameters } from "../../run/label-page.ts";
import { likenessAnswer, likenessParameters } from "../../run/likeness.ts";
import { keptFiles, reparseAnswer } from "../../run/reparse.ts";
import { runEdit, runSetup } from "../../run/run-configuration.ts";
import { runAnswer } from "../../run/run-answer.ts";
import { runCapacity, runCapacityParameters } from "../../run/run-capacity.ts";
import { newEvent, runEvent, runEvents } from "../../run/run-event.ts";
import { runCodes } from "../../run/run-codes.ts";
import { runFailures, runFailuresParameters } from "../../run/run-failures.ts";
import { runSlowest, runSlowestParameters } from "../../run/run-slowest.ts";
import { deletedRunAnswer, restoredRunAnswer, runList, runListParameters } from "../../run/run-list.ts";
import { acceptAnswer, acceptFields, asideAnswer, asideFields } from "../../run/run-mark.ts";
import { runVerdictAnswer, runVerdictParameters } from "../../run/run-verdict.ts";
import {
  runSlicesAnswer,
  runSlicesParameters,
  runWindowAnswer,
  runWindowParameters,
} from "../../run/run-window.ts";
import { json } from "../route.ts";
import type { Routes } from "../route.ts";
import { FILE_PROBLEMS, KEY_PROBLEMS, RUN_PROBLEMS } from "./problem-groups.ts";

/** Detection and mapping, of which an upload has more. */
const { tool, mapping, timestamps, zone, load, unit } = importParameters.shape;

export const runRoutes = {
  "POST /v1/runs": {
    title: "Upload a result file and return the judged run",
    about: "With share=, the token also needs the scope manage.",
    scopes: ["ingest"],
    ticket: "upload",
    stores: "new",
    counts: "upload",
    query: importParameters.extend(askedShare.shape),
    headers: z.object({ "idempotency-key": idempotencyKey.optional() }),
    body: { kind: "file", about: "The file as the tool wrote it.", form: "several" },
    answers: { 201: json(runAnswer) },
    sends: ["Location", "Idempotency-Replayed"],
    problems: [...FILE_PROBLEMS, ...RUN_PROBLEMS, ...KEY_PROBLEMS, "quota-exceeded", "conflict", "not-found"],
  },
  "GET /v1/runs": {
    title: "List runs by service, experiment, branch and commit",
    scopes: ["read"],
    query: runListParameters,
    answers: { 200: json(runList) },
    problems: ["not-found"],
  },
  "GET /v1/runs/{id}": { title: "Return a run", scopes: ["read"], answers: { 200: json(runAnswer) } },
  "GET /v1/runs/{id}/verdict": {
    title: "Return a run's verdict, targets and comparison with its baseline, for scripts",
    scopes: ["read"],
    query: runVerdictParameters,
    answers: { 200: json(runVerdictAnswer) },
  },
  "DELETE /v1/runs/{id}": {
    title: "Delete a run",
    about: "It can be restored for seven days. Its key is free in the meantime.",
    scopes: ["manage"],
    answers: { 200: json(deletedRunAnswer) },
    problems: ["conflict"],
  },
  "POST /v1/runs/{id}/restore": {
    title: "Restore a deleted run",
    scopes: ["manage"],
    answers: { 200: json(restoredRunAnswer) },
    problems: ["conflict"],
  },
  "PUT /v1/runs/{id}/aside": {
    title: "Set a run aside",
    about: "It is still shown, and counts for nothing.",
    scopes: ["manage"],
    body: json(asideFields),
    answers: { 200: json(asideAnswer) },
    problems: ["conflict"],
  },
  "DELETE /v1/runs/{id}/aside": {
    title: "Count a run again that was set aside",
    scopes: ["manage"],
    answers: { 200: json(asideAnswer) },
    problems: ["conflict"],
  },
  "POST /v1/runs/{id}/accept": {
    title: "Accept what changed in a run",
    about: "Later runs are compared with it as the last good run.",
    scopes: ["manage"],
    body: json(acceptFields),
    answers: { 200: json(acceptAnswer) },
    problems: ["conflict"],
  },
  "DELETE /v1/runs/{id}/accept": {
    title: "Undo the acceptance of a run",
    scopes: ["manage"],
    answers: { 200: json(acceptAnswer) },
    problems: ["conflict"],
  },
  "PATCH /v1/runs/{id}": {
    title: "Edit a run's configuration, what was changed for it, and its load",
    about: "What isn't in the body stays as it is.",
    scopes: ["manage"],
    body: json(runEdit),
    answers: { 200: json(runSetup) },
    problems: ["conflict"],
  },
  "PUT /v1/runs/{id}/price": {
    title: "Set the price of a run",
    scopes: ["manage"],
    body: json(runPrice),
    answers: { 200: json(pricedRun) },
    problems: ["conflict"],
  },
  "GET /v1/runs/{id}/window": {
    title: "Return the metrics of any stretch of a run, and their proof",
    scopes: ["read"],
    query: runWindowParameters,
    answers: { 200: json(runWindowAnswer) },
    problems: ["conflict"],
  },
  "GET /v1/runs/{id}/slices": {
    title: "Return how p99 varies between slices of a run, by label and slice length",
    about: "Says what long slices hide: a bad minute hardly shows in the p99 of half an hour.",
    scopes: ["read"],
    query: runSlicesParameters,
    answers: { 200: json(runSlicesAnswer) },
    problems: ["conflict"],
  },
  "GET /v1/runs/{id}/cells.parquet": {
    title: "Download the cells of a run as Parquet",
    about: "Percentiles of cells can't be averaged: add up their buckets.",
    scopes: ["read"],
    ticket: "run-files",
    query: cellFileParameters,
    answers: {
      200: { kind: "bytes", types: [PARQUET_MEDIA_TYPE], about: "One row for each label and step." },
    },
    sends: ["Content-Disposition"],
  },
  "GET /v1/runs/{id}/labels": {
    title: "List all labels of a run",
    scopes: ["read"],
    query: labelPageParameters,
    answers: { 200: json(labelPage) },
  },
  "GET /v1/runs/{id}/failures": {
    title: "List why requests failed in any stretch of a run, as the tool reported it",
    scopes: ["read"],
    query: runFailuresParameters,
    answers: { 200: json(runFailures) },
  },
  "GET /v1/runs/{id}/slowest": {
    title: "List the slowest requests of any stretch of a run",
    scopes: ["read"],
    query: runSlowestParameters,
    answers: { 200: json(runSlowest) },
  },
  "GET /v1/runs/{id}/codes": {
    title: "List the status codes from 400 on that requests were answered with",
    scopes: ["read"],
    answers: { 200: json(runCodes) },
  },
  "GET /v1/runs/{id}/capacity": {
    title: "Return what a run shows of the service's capacity",
    scopes: ["read"],
    query: runCapacityParameters,
    answers: { 200: json(runCapacity) },
  },
  "GET /v1/runs/{id}/likeness": {
    title: "Compare a run with live traffic of its service",
    scopes: ["read"],
    query: likenessParameters,
    answers: { 200: json(likenessAnswer) },
  },
  "GET /v1/runs/{id}/gauges": {
    title: "Return the gauges of a run over time",
    scopes: ["read"],
    query: gaugeParameters,
    answers: { 200: json(runGauges) },
  },
  "POST /v1/runs/{id}/gauges": {
    title: "Add gauges to a run and judge it again",
    scopes: ["ingest"],
    stores: "new",
    counts: "upload",
    query: gaugeUploadParameters,
    body: {
      kind: "file",
      about: "A CSV, Prometheus text format, or a response of Prometheus' query_range.",
      form: "one",
    },
    answers: { 200: json(runAnswer) },
    problems: [...FILE_PROBLEMS, ...RUN_PROBLEMS, "conflict"],
  },
  "GET /v1/runs/{id}/events": {
    title: "List the events of a run",
    scopes: ["read"],
    answers: { 200: json(z.strictObject({ events: z.array(runEvent) })) },
  },
  "POST /v1/runs/{id}/events": {
    title: "Add events to a run",
    scopes: ["ingest"],
    stores: "new",
    body: json(z.union([newEvent, runEvents])),
    answers: { 200: json(z.strictObject({ events: z.array(runEvent) })) },
    problems: ["too-many-events", "too-many-runs-in-flight", "conflict"],
  },
  "GET /v1/runs/{id}/raw": {
    title: "List a run's kept files",
    scopes: ["read"],
    answers: { 200: json(keptFiles) },
  },
  "GET /v1/runs/{id}/raw/{part}": {
    title: "Download a kept file as it was sent",
    about: "Of a form with several files, file= says which one, counted from 1.",
    scopes: ["read"],
    ticket: "run-files",
    query: z.strictObject({ file: z.coerce.number().int().min(1).optional() }),
    answers: {
      200: { kind: "bytes", types: ["application/octet-stream"], about: "The file, decompressed." },
    },
    sends: ["Content-Disposition"],
    problems: ["raw-file-missing"],
  },
  "POST /v1/runs/{id}/reparse": {
    title: "Parse a run's kept files again, in the background",
    scopes: ["manage"],
    stores: "known",
    answers: { 202: json(reparseAnswer) },
    sends: ["Location"],
    problems: ["conflict", "raw-file-missing"],
  },
  "POST /v1/judge-again": {
    title: "Judge by the present rules what earlier ones judged, in the background",
    about: "With the targets that each run has. Channels hear nothing of it, and first answers stay.",
    scopes: ["manage"],
    query: judgeAgainParameters,
    answers: { 202: json(judgedByRules) },
    problems: ["not-found"],
  },
  "GET /v1/comparisons": {
    title: "Compare 2 to 20 runs",
    scopes: ["read"],
    query: comparisonParameters,
    answers: { 200: json(comparisonAnswer) },
    problems: ["not-found", "conflict"],
  },
  "POST /v1/detect": {
    title: "Identify the format of a file",
    about: "The first 64 KB are enough. Nothing is stored.",
    scopes: [],
    ticket: "upload",
    counts: "upload",
    query: z.looseObject({ tool, mapping, timestamps, zone, load, unit }),
    body: { kind: "file", about: "The first bytes of the file.", form: "one" },
    answers: { 200: json(detectionAnswer) },
    problems: FILE_PROBLEMS,
  },
} as const satisfies Routes;
