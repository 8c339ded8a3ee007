import {
  changedGameday,
  finding,
  findingFields,
  gamedayAnswer,
  gamedayClosing,
  gamedayList,
  gamedayTick,
  newGameday,
} from "../../peak-day/gameday.ts";
import { changedReadinessAction } from "../../peak-day/readiness.ts";
import { serviceFilter } from "../../live/service-filter.ts";
import { json, nothing } from "../route.ts";
import type { Routes } from "../route.ts";

export const gamedayRoutes = {
  "GET /v1/gamedays": {
    title: "List gamedays",
    scopes: ["read"],
    query: serviceFilter,
    answers: { 200: json(gamedayList) },
    problems: ["not-found"],
  },
  "POST /v1/gamedays": {
    title: "Plan a gameday",
    scopes: ["manage"],
    body: json(newGameday),
    answers: { 201: json(gamedayAnswer) },
    sends: ["Location"],
    problems: ["not-found", "conflict", "zone-unknown"],
  },
  "GET /v1/gamedays/{id}": {
    title: "Return a gameday with its run sheet and findings",
    scopes: ["read"],
    answers: { 200: json(gamedayAnswer) },
  },
  "PUT /v1/gamedays/{id}": {
    title: "Change the plan of a gameday",
    scopes: ["manage"],
    body: json(changedGameday),
    answers: { 200: json(gamedayAnswer) },
    problems: ["conflict", "zone-unknown"],
  },
  "DELETE /v1/gamedays/{id}": {
    title: "Delete a gameday",
    scopes: ["manage"],
    answers: { 204: nothing },
    problems: ["conflict"],
  },
  "PUT /v1/gamedays/{id}/steps/{step}/tick": {
    title: "Tick a step of a gameday",
    scopes: ["manage"],
    body: json(gamedayTick),
    answers: { 200: json(gamedayAnswer) },
    problems: ["conflict"],
  },
  "POST /v1/gamedays/{id}/findings": {
    title: "Add a finding to a gameday",
    scopes: ["manage"],
    body: json(findingFields),
    answers: { 201: json(finding) },
    problems: ["conflict"],
  },
  "PATCH /v1/gamedays/{id}/findings/{finding}": {
    title: "Change or close a finding of a gameday",
    scopes: ["manage"],
    body: json(changedReadinessAction),
    answers: { 200: json(finding) },
    problems: ["conflict"],
  },
  "POST /v1/gamedays/{id}/close": {
    title: "Close a gameday",
    scopes: ["manage"],
    body: json(gamedayClosing),
    answers: { 200: json(gamedayAnswer) },
    problems: ["conflict"],
  },
} as const satisfies Routes;
