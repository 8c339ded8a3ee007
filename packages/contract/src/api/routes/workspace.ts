import { z } from "zod";
import {
  badgeAnswer,
  experimentDeletion,
  savedExperiment,
  savedExperimentAnswer,
  wantedBadge,
  wantedBaseline,
  wantedConstantLoad,
} from "../../workspace/experiment.ts";
import { experimentList, experimentListParameters } from "../../workspace/experiment-list.ts";
import { experimentCapacity, experimentCapacityParameters } from "../../run/run-capacity.ts";
import { createdShare, newShareByApi, shareList, shareParameters } from "../../workspace/share.ts";
import {
  acceptedChange,
  changeAcceptance,
  changeAcknowledgement,
  experimentTrend,
  experimentTrendParameters,
} from "../../comparison/trend.ts";
import {
  changedSettings,
  workspaceSettings,
  workspaceStorage,
  workspaceUsage,
} from "../../workspace/workspace.ts";
import { json, nothing } from "../route.ts";
import type { Routes } from "../route.ts";

export const workspaceRoutes = {
  "PUT /v1/experiments": {
    title: "Create an experiment, or change it",
    scopes: ["manage"],
    body: json(savedExperiment),
    answers: { 201: json(savedExperimentAnswer), 200: json(savedExperimentAnswer) },
    problems: ["conflict", "target-unreadable"],
  },
  "GET /v1/experiments": {
    title: "List experiments with their latest run",
    scopes: ["read"],
    query: experimentListParameters,
    answers: { 200: json(experimentList) },
  },
  "GET /v1/experiments/{id}/trend": {
    title: "Return one metric over an experiment's runs, and where its level changed",
    scopes: ["read"],
    query: experimentTrendParameters,
    answers: { 200: json(experimentTrend) },
  },
  "DELETE /v1/experiments/{id}": {
    title: "Delete an experiment",
    about: "Its runs are removed from lists and trends, but links to them still work.",
    scopes: ["manage"],
    query: experimentDeletion,
    answers: { 204: nothing },
  },
  "PUT /v1/experiments/{id}/badge": {
    title: "Turn an experiment's badge on or off, and return its address",
    scopes: ["manage"],
    body: json(wantedBadge),
    answers: { 200: json(badgeAnswer) },
  },
  "PUT /v1/experiments/{id}/baseline": {
    title: "Set the run that an experiment's runs are compared with, or none",
    scopes: ["manage"],
    body: json(wantedBaseline),
    answers: { 200: json(wantedBaseline) },
    problems: ["conflict"],
  },
  "PUT /v1/experiments/{id}/constant-load": {
    title: "Say whether the load of an experiment's runs is constant",
    about:
      "Latency that rises is then a change of the service, or one of the load. The latest runs are judged again.",
    scopes: ["manage"],
    body: json(wantedConstantLoad),
    answers: { 200: json(wantedConstantLoad) },
  },
  "POST /v1/experiments/{id}/trend/accept": {
    title: "Accept a change of a trend",
    about:
      "Saves why it changed. If builds are compared with the level before it, later runs are compared with a run of the new level instead, as `POST /v1/runs/{id}/accept` does. Another reason replaces the first.",
    scopes: ["manage"],
    body: json(changeAcceptance),
    answers: { 200: json(acceptedChange) },
  },
  "POST /v1/experiments/{id}/trend/acknowledgements": {
    title: "Save a note on a change of a trend",
    about:
      "The earlier form of `POST /v1/experiments/{id}/trend/accept`, and only a note: later runs are compared as before. A second note on the same change replaces the first.",
    scopes: ["manage"],
    body: json(changeAcknowledgement),
    answers: { 200: json(z.strictObject({ id: z.string() })) },
  },
  "GET /v1/experiments/{id}/capacity": {
    title: "Return how throughput rises with the number of users, over an experiment's runs",
    scopes: ["read"],
    query: experimentCapacityParameters,
    answers: { 200: json(experimentCapacity) },
  },
  "POST /v1/shares": {
    title: "Create a share link and return its address",
    scopes: ["manage"],
    body: json(newShareByApi),
    answers: { 201: json(createdShare) },
    problems: ["not-found", "conflict", "in-progress"],
  },
  "GET /v1/shares": {
    title: "List the share links of a run, comparison, rounds, peak day, readiness report or gameday",
    scopes: ["manage"],
    query: shareParameters,
    answers: { 200: json(shareList) },
    problems: ["not-found"],
  },
  "DELETE /v1/shares/{id}": {
    title: "Revoke a share link",
    scopes: ["manage"],
    answers: { 204: nothing },
  },
  "GET /v1/workspace/settings": {
    title: "Return the workspace's settings",
    scopes: ["read"],
    answers: { 200: json(workspaceSettings) },
  },
  "PATCH /v1/workspace/settings": {
    title: "Change the workspace's settings",
    scopes: ["manage"],
    body: json(changedSettings),
    answers: { 200: json(workspaceSettings) },
  },
  "GET /v1/workspace/storage": {
    title: "Return about how many bytes the workspace stores",
    scopes: ["read"],
    answers: { 200: json(workspaceStorage) },
  },
  "GET /v1/workspace/usage": {
    title: "Return what the workspace holds, and what it uploaded in the last 30 days",
    scopes: ["read"],
    answers: { 200: json(workspaceUsage) },
  },
} as const satisfies Routes;
