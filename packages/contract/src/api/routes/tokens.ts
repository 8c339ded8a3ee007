import {
  ciIdentityList,
  createdCiIdentity,
  exchangedToken,
  idTokenOfJob,
  newCiIdentity,
} from "../../workspace/ci-identity.ts";
import { ownToken } from "../../workspace/own-token.ts";
import {
  createdToken,
  newTokenByApi,
  rotatedToken,
  rotateOwnToken,
  rotateTokenFields,
  tokenList,
} from "../../workspace/token.ts";
import { json, nothing } from "../route.ts";
import type { Routes } from "../route.ts";

export const tokenRoutes = {
  "GET /v1/token": {
    title: "Return what the token of the request is for",
    scopes: [],
    answers: { 200: json(ownToken) },
  },
  "GET /v1/tokens": {
    title: "List the workspace's tokens, without their secrets",
    scopes: ["manage"],
    answers: { 200: json(tokenList) },
  },
  "POST /v1/tokens": {
    title: "Create a token and return its secret",
    about:
      "A token creates only tokens that can do no more than itself, and that expire no later. A service that is new is created.",
    scopes: ["manage"],
    body: json(newTokenByApi),
    answers: { 201: json(createdToken) },
  },
  "DELETE /v1/tokens/{id}": {
    title: "Revoke a token",
    scopes: ["manage"],
    answers: { 204: nothing },
  },
  "POST /v1/tokens/{id}/rotate": {
    title: "Give a token a new secret",
    about: "For a while, the secret before works, too.",
    scopes: ["manage"],
    body: json(rotateTokenFields),
    answers: { 200: json(rotatedToken) },
    problems: ["conflict"],
  },
  "POST /v1/token/rotate": {
    title: "Give the token that sends this a new secret",
    about: "For a while, the secret before works, too, but it can't replace the new one.",
    scopes: [],
    body: json(rotateOwnToken),
    answers: { 200: json(rotatedToken) },
    problems: ["conflict"],
  },
  "DELETE /v1/tokens/{id}/previous-secrets": {
    title: "End the secrets of a token that were replaced and still work",
    scopes: ["manage"],
    answers: { 204: nothing },
  },
  "GET /v1/ci-identities": {
    title: "List the CI jobs that the workspace trusts",
    scopes: ["manage"],
    answers: { 200: json(ciIdentityList) },
  },
  "POST /v1/ci-identities": {
    title: "Trust CI jobs by what their CI system signs about them",
    about:
      "Jobs whose token has all these claims can get a token of the workspace with these scopes. A service that is new is created.",
    scopes: ["manage"],
    body: json(newCiIdentity),
    answers: { 201: json(createdCiIdentity) },
  },
  "DELETE /v1/ci-identities/{id}": {
    title: "Stop trusting CI jobs, and end the tokens that they got",
    scopes: ["manage"],
    answers: { 204: nothing },
  },
  "POST /v1/oidc/exchange": {
    title: "Exchange the token that a CI system gave a job for a token of 15 minutes",
    about:
      "The job's token has to be for the audience of a CI identity, and have all its claims. It is exchanged once, and again only for the `jobKey` of its first exchange.",
    scopes: [],
    access: "open",
    body: json(idTokenOfJob),
    answers: { 201: json(exchangedToken) },
    problems: ["unauthenticated", "too-many-attempts", "rate-limited", "issuer-unavailable"],
  },
} as const satisfies Routes;
