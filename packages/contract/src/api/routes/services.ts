import { z } from "zod";
import { headroomAnswer } from "../../peak-day/headroom.ts";
import { idempotencyKey } from "../../run/import-parameters.ts";
import { sourcePreview, sourceToPreview } from "../../run/own-source.ts";
import { runAnswer } from "../../run/run-answer.ts";
import {
  eventComparison,
  serviceEvent,
  serviceEventParameters,
  newServiceEvent,
  serviceEvents,
} from "../../live/service-event.ts";
import { serviceTraces, traceParameters } from "../../workspace/trace.ts";
import { keepTraffic, trafficAnswer, trafficParameters } from "../../live/traffic.ts";
import { changedMapping, trafficMapping, unmappedSender } from "../../live/traffic-mapping.ts";
import { json, nothing } from "../route.ts";
import type { Routes } from "../route.ts";
import { KEY_PROBLEMS } from "./problem-groups.ts";

export const serviceRoutes = {
  "GET /v1/services/{service}/traffic": {
    title: "Return the live traffic of a service",
    scopes: ["read"],
    query: trafficParameters,
    answers: { 200: json(trafficAnswer) },
  },
  "GET /v1/services/{service}/traces": {
    title: "List the traces of a service's slowest requests",
    about: "Of at most a day, the end of a longer stretch.",
    scopes: ["read"],
    query: traceParameters,
    answers: { 200: json(serviceTraces) },
  },
  "POST /v1/services/{service}/traffic/runs": {
    title: "Make a run of a stretch of live traffic",
    scopes: ["read", "ingest"],
    ticket: "upload",
    stores: "new",
    headers: z.object({ "idempotency-key": idempotencyKey.optional() }),
    body: json(keepTraffic),
    answers: { 201: json(runAnswer) },
    sends: ["Location", "Idempotency-Replayed"],
    problems: [
      ...KEY_PROBLEMS,
      "file-empty",
      "run-too-long",
      "run-too-large",
      "too-many-runs-in-flight",
      "conflict",
    ],
  },
  "GET /v1/services/{service}/mapping": {
    title: "Return what becomes of the metrics that arrive for a service",
    scopes: ["read"],
    answers: { 200: json(trafficMapping) },
  },
  "PATCH /v1/services/{service}/mapping": {
    title: "Change what becomes of the metrics that arrive for a service",
    scopes: ["manage"],
    body: json(changedMapping),
    answers: { 200: json(trafficMapping) },
    problems: ["conflict"],
  },
  "POST /v1/services/{service}/mapping/preview": {
    title: "Return what a source of your own would count",
    scopes: ["read"],
    body: json(sourceToPreview),
    answers: { 200: json(sourcePreview) },
  },
  "GET /v1/unmapped-senders": {
    title: "List who sends metrics of services that don't exist, because nothing counts them",
    about: "At most 200, heard within the last 7 days.",
    scopes: ["read"],
    answers: { 200: json(z.strictObject({ senders: z.array(unmappedSender) })) },
  },
  "POST /v1/unmapped-senders/{sender}/service": {
    title: "Make a service of an unmapped sender",
    about: "Then a source for its metrics can be added to the mapping that it answers.",
    scopes: ["manage"],
    answers: { 201: json(trafficMapping) },
  },
  "GET /v1/services/{service}/events": {
    title: "List the events of a service",
    scopes: ["read"],
    query: serviceEventParameters,
    answers: { 200: json(z.strictObject({ events: z.array(serviceEvent), total: z.int() })) },
  },
  "POST /v1/services/{service}/events": {
    title: "Add events to a service",
    scopes: ["ingest"],
    stores: "new",
    body: json(z.union([newServiceEvent, serviceEvents])),
    answers: { 201: json(z.strictObject({ events: z.array(serviceEvent) })) },
    problems: ["too-many-events", "too-many-runs-in-flight"],
  },
  "PUT /v1/services/{service}/events/{id}": {
    title: "Change an event of a service",
    scopes: ["manage"],
    stores: "new",
    body: json(newServiceEvent),
    answers: { 200: json(serviceEvent) },
    problems: ["conflict"],
  },
  "DELETE /v1/services/{service}/events/{id}": {
    title: "Delete an event of a service",
    scopes: ["manage"],
    answers: { 204: nothing },
  },
  "POST /v1/services/{service}/events/{id}/comparison": {
    title: "Keep the live traffic before and after an event as two runs",
    scopes: ["read", "ingest"],
    ticket: "upload",
    stores: "new",
    answers: { 200: json(eventComparison) },
    problems: ["event-not-comparable", "too-many-runs-in-flight", "conflict", "in-progress"],
  },
  "GET /v1/services/{service}/headroom": {
    title: "Return what tests prove of a service, and how that compares with its coming peak days",
    scopes: ["read"],
    answers: { 200: json(headroomAnswer) },
  },
} as const satisfies Routes;
