import { describe, expect, it } from "vitest";
import type { ErrorCode } from "@headroom/core";
import { explainSaving } from "./saving-problem.ts";

const refused = (code: ErrorCode, message: string, extra: object = {}) => ({
  message,
  data: { code: "BAD_REQUEST", headroom: { code, hint: null, field: null, fieldMessage: null, ...extra } },
});

describe("why an experiment wasn't saved", () => {
  it("is shown at its field, without the name that only the API uses", () => {
    const message = 'The parameter "name" is invalid: a name can have at most 200 characters.';
    const fieldMessage = "A name can have at most 200 characters.";
    expect(explainSaving(refused("parameter-unreadable", message, { field: "name", fieldMessage }))).toEqual({
      field: "name",
      words: fieldMessage,
      conflict: false,
    });
  });

  it("is shown at the list that the field is part of", () => {
    const at = (field: string) =>
      explainSaving(refused("parameter-unreadable", "No.", { field, fieldMessage: "Too long." })).field;
    expect([at("tags.3"), at("targets.0"), at("target"), at("elsewhere")]).toEqual([
      "tags",
      "targets",
      "targets",
      null,
    ]);
  });

  it("comes with what to do", () => {
    const error = refused("target-unreadable", "Unknown metric.", { field: "target", hint: "Try p99." });
    expect(explainSaving(error)).toEqual({
      field: "targets",
      words: "Unknown metric. Try p99.",
      conflict: false,
    });
  });

  it("is a conflict if somebody else saved first, but not if only a name is taken", () => {
    expect(explainSaving(refused("conflict", "Changed meanwhile."))).toMatchObject({ conflict: true });
    expect(explainSaving(refused("conflict", "Taken.", { field: "name" }))).toMatchObject({
      field: "name",
      conflict: false,
    });
  });

  it("keeps what was typed if the session has ended or the server can't be reached", () => {
    expect(explainSaving({ message: "x", data: { code: "UNAUTHORIZED", headroom: null } }).words).toMatch(
      /^Your session has expired\. .* What you typed is still here\.$/,
    );
    expect(explainSaving(new TypeError("Failed to fetch")).words).toMatch(/^Couldn't reach the server\. /);
  });
});
