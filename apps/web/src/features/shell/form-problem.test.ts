import { describe, expect, it } from "vitest";
import { formProblem, problemAt } from "./form-problem.ts";

const refused = (message: string, field: string | null, hint: string | null = null) => ({
  message,
  data: { headroom: { field, hint } },
});

describe("the message of a rejected form", () => {
  it("is shown at its field, in words for people", () => {
    const error = refused(
      'The parameter "password" is invalid: a password needs at least 10 characters.',
      "password",
    );
    const problem = formProblem(error, ["email", "password"]);
    expect(problem).toEqual({ field: "password", words: "A password needs at least 10 characters." });
    expect(problemAt(problem, "password")).toBe("A password needs at least 10 characters.");
    expect(problemAt(problem, "email")).toBeUndefined();
    expect(problemAt(problem, null)).toBeUndefined();
  });

  it("is shown above all fields, with its hint, if it names no field or one that the form doesn't have", () => {
    for (const error of [refused("No.", null, "Wait."), refused("No.", "elsewhere", "Wait.")])
      expect(formProblem(error, ["email"])).toEqual({ field: null, words: "No. Wait." });
  });

  it("is the plain message of any other error, and absent without one", () => {
    expect(formProblem({ message: "Failed to fetch" }, [])).toEqual({
      field: null,
      words: "Failed to fetch",
    });
    expect(formProblem(null, [])).toBeNull();
  });
});
