import { requiredServiceFilter } from "../../live/service-filter.ts";
import { changedSlo, importedSlo, newSlo, sloAnswer, sloList, sloReport } from "../../slo/slo.ts";
import {
  rotateSigningKeyFields,
  sentTestAlert,
  signingKeyAnswer,
  sloAlertAnswer,
  sloAlertFields,
} from "../../slo/slo-alert.ts";
import { json, nothing } from "../route.ts";
import type { Routes } from "../route.ts";

export const sloRoutes = {
  "GET /v1/slos": {
    title: "List the SLOs of a service and how they are doing",
    scopes: ["read"],
    query: requiredServiceFilter,
    answers: { 200: json(sloList) },
    problems: ["not-found"],
  },
  "POST /v1/slos": {
    title: "Create an SLO",
    scopes: ["manage"],
    body: json(newSlo),
    answers: { 201: json(sloAnswer) },
    sends: ["Location"],
    problems: ["not-found", "conflict", "zone-unknown"],
  },
  "POST /v1/slos/openslo": {
    title: "Create or change an SLO from OpenSLO v1",
    scopes: ["manage"],
    body: { kind: "file", about: "OpenSLO v1 in YAML." },
    answers: { 201: json(importedSlo), 200: json(importedSlo) },
    problems: ["not-found", "conflict", "zone-unknown", "file-empty", "file-unreadable"],
  },
  "GET /v1/slos/{id}": { title: "Return an SLO", scopes: ["read"], answers: { 200: json(sloAnswer) } },
  "PUT /v1/slos/{id}": {
    title: "Change an SLO",
    scopes: ["manage"],
    body: json(changedSlo),
    answers: { 200: json(sloAnswer) },
    problems: ["conflict", "zone-unknown"],
  },
  "DELETE /v1/slos/{id}": { title: "Delete an SLO", scopes: ["manage"], answers: { 204: nothing } },
  "GET /v1/slos/{id}/openslo": {
    title: "Return an SLO as OpenSLO v1",
    scopes: ["read"],
    answers: { 200: { kind: "bytes", types: ["application/yaml"], about: "OpenSLO v1 in YAML." } },
  },
  "GET /v1/slos/{id}/report": {
    title: "Return an SLO's error budget, its burn rates, and what used the budget",
    scopes: ["read"],
    answers: { 200: json(sloReport) },
  },
  "GET /v1/slos/{id}/alert": {
    title: "Return who is notified of an SLO, and its state",
    scopes: ["read"],
    answers: { 200: json(sloAlertAnswer) },
  },
  "PUT /v1/slos/{id}/alert": {
    title: "Set who is notified of an SLO",
    scopes: ["manage"],
    body: json(sloAlertFields),
    answers: { 200: json(sloAlertAnswer) },
    problems: ["zone-unknown"],
  },
  "POST /v1/slos/{id}/alert/acknowledge": {
    title: "Acknowledge an alert",
    scopes: ["manage"],
    answers: { 200: json(sloAlertAnswer) },
    problems: ["conflict"],
  },
  "POST /v1/slos/{id}/alert/test": {
    title: "Send a test to everyone who is notified of an SLO",
    scopes: ["manage"],
    answers: { 200: json(sentTestAlert) },
    problems: ["conflict", "too-many-attempts"],
  },
  "POST /v1/webhook-key/rotate": {
    title: "Replace the key that webhooks are signed with",
    scopes: ["manage"],
    body: json(rotateSigningKeyFields),
    answers: { 200: json(signingKeyAnswer) },
  },
} as const satisfies Routes;
