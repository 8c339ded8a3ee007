import {
  changedChannel,
  channelAnswer,
  channelList,
  deliveryAnswer,
  deliveryList,
  deliveryListParameters,
  newChannel,
} from "../../workspace/notification.ts";
import { signingKeyAnswer } from "../../slo/slo-alert.ts";
import { json, nothing } from "../route.ts";
import type { Routes } from "../route.ts";

export const notificationRoutes = {
  "GET /v1/channels": {
    title: "List the channels that get messages about runs",
    scopes: ["manage"],
    answers: { 200: json(channelList) },
  },
  "POST /v1/channels": {
    title: "Create a channel",
    scopes: ["manage"],
    body: json(newChannel),
    answers: { 201: json(channelAnswer) },
    sends: ["Location"],
    problems: ["not-found", "conflict"],
  },
  "GET /v1/channels/{id}": {
    title: "Return a channel",
    about: "Without its URL, which only its origin is shown of.",
    scopes: ["manage"],
    answers: { 200: json(channelAnswer) },
  },
  "PUT /v1/channels/{id}": {
    title: "Change a channel",
    scopes: ["manage"],
    body: json(changedChannel),
    answers: { 200: json(channelAnswer) },
    problems: ["conflict"],
  },
  "DELETE /v1/channels/{id}": {
    title: "Delete a channel with its deliveries",
    scopes: ["manage"],
    answers: { 204: nothing },
  },
  "POST /v1/channels/{id}/test": {
    title: "Send a test to a channel",
    scopes: ["manage"],
    answers: { 201: json(deliveryAnswer) },
    problems: ["conflict"],
  },
  "GET /v1/deliveries": {
    title: "List what was sent to channels and webhooks of SLOs, or is to be, the latest first",
    scopes: ["manage"],
    query: deliveryListParameters,
    answers: { 200: json(deliveryList) },
    problems: ["not-found"],
  },
  "GET /v1/deliveries/{id}": {
    title: "Return a delivery with its body",
    scopes: ["manage"],
    answers: { 200: json(deliveryAnswer) },
  },
  "POST /v1/deliveries/{id}/replay": {
    title: "Send a delivery again: the same body and ID, with a new signature",
    scopes: ["manage"],
    answers: { 200: json(deliveryAnswer) },
    problems: ["conflict"],
  },
  "GET /v1/webhook-key": {
    title: "Return the key that webhooks are signed with",
    scopes: ["manage"],
    answers: { 200: json(signingKeyAnswer) },
  },
} as const satisfies Routes;
