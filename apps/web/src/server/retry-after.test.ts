import { TRPCError } from "@trpc/server";
import { expect, it } from "vitest";
import { HeadroomError } from "@headroom/core";
import { retryAfter } from "./retry-after.ts";

const often = (retryAfterSeconds: number) =>
  new TRPCError({
    code: "TOO_MANY_REQUESTS",
    cause: new HeadroomError("too-many-attempts", "Too many attempts.", { retryAfterSeconds }),
  });

it("a refused attempt says when the next one is possible; of several, the last", () => {
  expect(retryAfter([often(359)])).toEqual({ "retry-after": "359" });
  expect(retryAfter([often(10), often(900)])).toEqual({ "retry-after": "900" });
});

it("while the database is away, pages ask again soon; other errors name no time", () => {
  expect(retryAfter([new TRPCError({ code: "SERVICE_UNAVAILABLE" })])).toEqual({ "retry-after": "2" });
  expect(retryAfter([new TRPCError({ code: "NOT_FOUND" })])).toEqual({});
});
