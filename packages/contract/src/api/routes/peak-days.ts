import { z } from "zod";
import {
  acceptedRemovalFields,
  acceptedRisk,
  acceptedRiskFields,
  acceptedRiskList,
  acceptedRiskParameters,
  removedExperiment,
} from "../../peak-day/accepted-risk.ts";
import {
  changedPeakDay,
  curveParameters,
  curvePart,
  curvePreview,
  newPeakDay,
  peakDayAnswer,
  peakDayList,
  typedCurve,
} from "../../peak-day/peak-day.ts";
import {
  changedReadinessAction,
  readinessAction,
  readinessActionFields,
  readinessReport,
} from "../../peak-day/readiness.ts";
import { peakDayAlertAnswer, peakDayAlertFields } from "../../peak-day/peak-day-alert.ts";
import { serviceFilter } from "../../live/service-filter.ts";
import { json, nothing } from "../route.ts";
import type { Routes } from "../route.ts";

export const peakDayRoutes = {
  "GET /v1/peak-days": {
    title: "List peak days",
    scopes: ["read"],
    query: serviceFilter,
    answers: { 200: json(peakDayList) },
    problems: ["not-found"],
  },
  "POST /v1/peak-days": {
    title: "Create a peak day",
    scopes: ["manage"],
    body: json(newPeakDay),
    answers: { 201: json(peakDayAnswer) },
    sends: ["Location"],
    problems: ["not-found", "conflict", "zone-unknown"],
  },
  "GET /v1/peak-days/{id}": {
    title: "Return a peak day",
    scopes: ["read"],
    answers: { 200: json(peakDayAnswer) },
  },
  "PUT /v1/peak-days/{id}": {
    title: "Change a peak day",
    scopes: ["manage"],
    body: json(changedPeakDay),
    answers: { 200: json(peakDayAnswer) },
    problems: ["conflict", "zone-unknown"],
  },
  "DELETE /v1/peak-days/{id}": {
    title: "Delete a peak day",
    scopes: ["manage"],
    answers: { 204: nothing },
  },
  "GET /v1/peak-days/{id}/alert": {
    title: "Return what is wrong on a peak day that runs, and who knows of it",
    scopes: ["read"],
    answers: { 200: json(peakDayAlertAnswer) },
  },
  "PUT /v1/peak-days/{id}/alert": {
    title: "Set when people are notified of a peak day, or silence its alerts",
    scopes: ["manage"],
    body: json(peakDayAlertFields),
    answers: { 200: json(peakDayAlertAnswer) },
  },
  "POST /v1/peak-days/{id}/alert/acknowledge": {
    title: "Acknowledge that something is wrong on a peak day",
    scopes: ["manage"],
    answers: { 200: json(peakDayAlertAnswer) },
    problems: ["conflict"],
  },
  "POST /v1/peak-days/{id}/curve": {
    title: "Import the throughput, p99 and errors of a peak day, or the weeks before it, from a file",
    about: "With preview=true, or while something has to be chosen, the response says what was understood.",
    scopes: ["manage"],
    ticket: "upload",
    stores: "new",
    counts: "upload",
    query: curveParameters,
    body: {
      kind: "file",
      about: "A CSV, Prometheus text format, or a response of Prometheus' query_range.",
      form: "one",
    },
    answers: { 200: json(z.union([peakDayAnswer, curvePreview])) },
    problems: [
      "file-empty",
      "file-truncated",
      "file-unreadable",
      "format-unknown",
      "document-too-large",
      "too-many-bad-lines",
      "time-out-of-range",
      "too-many-runs-in-flight",
    ] as const,
  },
  "PUT /v1/peak-days/{id}/curve": {
    title: "Draw the throughput of a peak day through a few points",
    scopes: ["manage"],
    body: json(typedCurve),
    answers: { 200: json(peakDayAnswer) },
  },
  "DELETE /v1/peak-days/{id}/curve": {
    title: "Forget the imported or typed throughput of a peak day, or of the weeks before it",
    scopes: ["manage"],
    query: curvePart,
    answers: { 200: json(peakDayAnswer) },
  },
  "GET /v1/peak-days/{id}/readiness": {
    title: "Return whether a service is ready for a peak day, why, and the evidence",
    scopes: ["read"],
    answers: { 200: json(readinessReport) },
  },
  "POST /v1/peak-days/{id}/actions": {
    title: "Add an action to a peak day",
    scopes: ["manage"],
    body: json(readinessActionFields),
    answers: { 201: json(readinessAction) },
    problems: ["conflict"],
  },
  "PATCH /v1/peak-days/{id}/actions/{action}": {
    title: "Change or close an action of a peak day",
    scopes: ["manage"],
    body: json(changedReadinessAction),
    answers: { 200: json(readinessAction) },
  },
  "GET /v1/accepted-risks": {
    title: "List accepted risks of a service or of an experiment",
    scopes: ["read"],
    query: acceptedRiskParameters,
    answers: { 200: json(acceptedRiskList) },
    problems: ["not-found"],
  },
  "POST /v1/runs/{id}/accepted-risks": {
    title: "Accept a missed target of a run until a date",
    scopes: ["manage"],
    body: json(acceptedRiskFields),
    answers: { 201: json(acceptedRisk) },
    problems: ["conflict"],
  },
  "POST /v1/experiments/{id}/accepted-risks": {
    title: "Accept until a date that an experiment no longer represents the peak",
    scopes: ["manage"],
    body: json(acceptedRemovalFields),
    answers: { 201: json(removedExperiment) },
    problems: ["conflict"],
  },
  "DELETE /v1/accepted-risks/{id}": {
    title: "Revoke an accepted risk",
    scopes: ["manage"],
    answers: { 204: nothing },
  },
} as const satisfies Routes;
