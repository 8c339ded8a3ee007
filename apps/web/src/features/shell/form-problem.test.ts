import { describe, expect, it } from "vitest";
import { formProblem, problemAt } from "./form-problem.ts";

const refused = (message: string, extra: { field?: string; fieldMessage?: string; hint?: string }) => ({
  message,
  data: {
    headroom: {
      code: "parameter-unreadable" as const,
      hint: null,
      field: null,
      fieldMessage: null,
      ...extra,
    },
  },
});

describe("the message of a rejected form", () => {
  it("is shown at its field, in words for people", () => {
    const error = refused('The parameter "password" is invalid: a password needs at least 10 characters.', {
      field: "password",
      fieldMessage: "A password needs at least 10 characters.",
    });
    const problem = formProblem(error, ["email", "password"]);
    expect(problem).toEqual({ field: "password", words: "A password needs at least 10 characters." });
    expect(problemAt(problem, "password")).toBe("A password needs at least 10 characters.");
    expect(problemAt(problem, "email")).toBeUndefined();
    expect(problemAt(problem, null)).toBeUndefined();
  });

  it("is shown above all fields, with its hint, if it names no field or one that the form doesn't have", () => {
    for (const error of [
      refused("No.", { hint: "Wait." }),
      refused("No.", { field: "elsewhere", hint: "Wait." }),
    ])
      expect(formProblem(error, ["email"])).toEqual({ field: null, words: "No. Wait." });
  });

  it("is the whole message if nothing is said about the field alone", () => {
    const error = refused("A member already uses this address.", { field: "email" });
    expect(formProblem(error, ["email"])).toEqual({
      field: "email",
      words: "A member already uses this address.",
    });
  });

  it("is the plain message of any other error, and absent without one", () => {
    expect(formProblem({ message: "Failed to fetch" }, [])).toEqual({
      field: null,
      words: "Failed to fetch",
    });
    expect(formProblem(null, [])).toBeNull();
  });
});
