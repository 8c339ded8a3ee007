import { z } from "zod";
import { idempotencyKey } from "../../run/import-parameters.ts";
import { liveBatch, liveBatchAnswer, liveFinish, liveParameters, liveState } from "../../live/live.ts";
import { runAnswer } from "../../run/run-answer.ts";
import { json, nothing } from "../route.ts";
import type { Routes } from "../route.ts";
import { KEY_PROBLEMS } from "./problem-groups.ts";

const name = z.string().max(200).optional();

/** Where the metrics of a request go: to a service, or to a live run. Without either, to the services that their tags name. */
const wireHeaders = z.object({ "headroom-service": name, "headroom-run": name });
const wireQuery = z.looseObject({ service: name, run: name });

const NEW_LIVE = { stores: "new", counts: "live" } as const;
const WIRE = { scopes: ["ingest"], access: "client", ...NEW_LIVE, headers: wireHeaders } as const;
const WIRE_PROBLEMS = ["not-found", "not-ready", "live-log-full", "points-refused", "conflict"] as const;

const lineProtocol = {
  ...WIRE,
  title: "Send metrics in InfluxDB line protocol",
  query: wireQuery.extend({
    precision: z.enum(["ns", "us", "ms", "s", "m", "h", "n", "u", "µ", ""]).optional(),
  }),
  body: { kind: "wire", types: ["text/plain"], about: "Line protocol." },
  answers: { 204: nothing },
  problems: WIRE_PROBLEMS,
} as const;

const query = {
  ...WIRE,
  scopes: [],
  title: "Answer CREATE DATABASE, which clients of InfluxDB 1.x send first",
  query: z.looseObject({ q: z.string().optional() }),
  answers: {
    200: json(z.strictObject({ results: z.array(z.strictObject({ statement_id: z.int() })) })),
  },
} as const;

export const liveRoutes = {
  "POST /v1/runs/live": {
    title: "Open a live run",
    scopes: ["ingest"],
    ...NEW_LIVE,
    query: liveParameters,
    headers: z.object({ "idempotency-key": idempotencyKey.optional() }),
    answers: { 201: json(runAnswer) },
    sends: ["Location", "Idempotency-Replayed"],
    problems: [...KEY_PROBLEMS, "target-unreadable", "quota-exceeded", "conflict", "not-found"],
  },
  "POST /v1/runs/{id}/cells": {
    title: "Send a batch of a live run",
    scopes: ["ingest"],
    ...NEW_LIVE,
    body: json(liveBatch),
    answers: { 200: json(liveBatchAnswer) },
    problems: [
      "batch-unreadable",
      "batch-too-large",
      "cell-inconsistent",
      "too-many-writers",
      "too-many-runs-in-flight",
      "live-log-full",
      "run-too-long",
      "run-too-large",
      "conflict",
    ] as const,
  },
  "POST /v1/runs/{id}/finish": {
    title: "Finish a live run, or some of its writers, and return the judged run",
    scopes: ["ingest"],
    stores: "known",
    counts: "live",
    body: { ...json(liveFinish), optional: true },
    answers: { 200: json(runAnswer) },
    problems: [
      "batch-unreadable",
      "batch-too-large",
      "cell-inconsistent",
      "too-many-writers",
      "too-many-runs-in-flight",
      "live-log-full",
      "run-too-long",
      "run-too-large",
      "conflict",
      "not-ready",
    ] as const,
  },
  "GET /v1/runs/{id}/live": {
    title: "Return the progress of a live run's writers",
    scopes: ["ingest"],
    counts: "live",
    answers: { 200: json(liveState) },
  },
  "POST /write": lineProtocol,
  "POST /api/v2/write": lineProtocol,
  "GET /query": query,
  "POST /query": {
    ...query,
    body: { kind: "wire", types: ["application/x-www-form-urlencoded"], about: "q=" },
  },
  "POST /api/v1/write": {
    ...WIRE,
    title: "Send metrics by Prometheus remote write, 1.0 or 2.0",
    about:
      "The headers of the answer are those of 2.0: what was read of the body, used or not. 1.0 has none.",
    query: wireQuery,
    body: {
      kind: "wire",
      types: ["application/x-protobuf"],
      about: "A write request, compressed with Snappy's block format.",
    },
    answers: { 204: nothing },
    sends: [
      "X-Prometheus-Remote-Write-Samples-Written",
      "X-Prometheus-Remote-Write-Histograms-Written",
      "X-Prometheus-Remote-Write-Exemplars-Written",
    ],
    problems: WIRE_PROBLEMS,
  },
  "POST /v1/metrics": {
    ...WIRE,
    title: "Send metrics by OTLP",
    about:
      "Answers and failures are messages of OTLP, in the encoding of the request: a failure is a google.rpc.Status.",
    query: wireQuery,
    body: {
      kind: "wire",
      types: ["application/x-protobuf", "application/json"],
      about: "An ExportMetricsServiceRequest.",
    },
    answers: {
      200: {
        kind: "bytes",
        types: ["application/x-protobuf", "application/json"],
        about: "An ExportMetricsServiceResponse: what was refused, if anything was.",
      },
    },
    problems: WIRE_PROBLEMS,
    failureTypes: ["application/x-protobuf", "application/json"],
  },
} as const satisfies Routes;
