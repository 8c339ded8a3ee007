import { expect, it } from "vitest";
import { problemWords, readProblem } from "./problem-words.ts";

it("a refusal is shown in its own words, with what to do", () => {
  const headroom = { code: "conflict", hint: "Load the page again.", field: null };
  const error = Object.assign(new Error("Somebody was first."), { data: { code: "CONFLICT", headroom } });
  expect(problemWords(error)).toBe("Somebody was first. Load the page again.");
  expect(readProblem(error)).toMatchObject({ conflict: true, gone: false });
});

it("a problem with a field is returned separately, to be shown next to it", () => {
  const message = 'The parameter "ciUrl" is invalid: enter a full URL.';
  const headroom = {
    code: "parameter-unreadable",
    hint: null,
    field: "ciUrl",
    fieldMessage: "Enter a full URL.",
  };
  expect(readProblem({ message, data: { code: "BAD_REQUEST", headroom } })).toMatchObject({
    message,
    field: "ciUrl",
    fieldMessage: "Enter a full URL.",
  });
});

it("an expired session, a deleted run and a network failure have different messages", () => {
  expect(readProblem({ message: "x", data: { code: "UNAUTHORIZED", headroom: null } })).toMatchObject({
    signedOut: true,
    message: "Your session has expired.",
  });
  const gone = { code: "not-found", hint: null, field: null };
  expect(readProblem({ message: "x", data: { code: "NOT_FOUND", headroom: gone } }).gone).toBe(true);
  expect(problemWords(new TypeError("Failed to fetch"))).toBe("Couldn't reach the server.");
});
