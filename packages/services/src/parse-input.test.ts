import { describe, expect, it } from "vitest";
import { z } from "zod";
import { importParameters, shareParameters } from "@headroom/contract";
import { parseInput } from "./parse-input.ts";

const least = { service: "Checkout", experiment: "Mix" };
const attempt = (input: unknown) => () => parseInput(importParameters, input);

describe("reading input", () => {
  it("names what is missing, what is unknown and what cannot be read", () => {
    expect(attempt({ service: "Checkout" })).toThrow(
      expect.objectContaining({ code: "parameter-missing", field: "experiment" }),
    );
    expect(attempt({ ...least, tagret: "p99<=200ms" })).toThrow(
      expect.objectContaining({ code: "parameter-unreadable", field: "tagret" }),
    );
    expect(attempt({ ...least, ci: "nowhere" })).toThrow(
      expect.objectContaining({ code: "parameter-unreadable", field: "ci" }),
    );
    expect(attempt({ ...least, configuration: ["a=1", "=b"] })).toThrow(
      expect.objectContaining({
        code: "parameter-unreadable",
        field: "configuration.1",
        message: expect.stringMatching(
          /^Value 2 of the parameter "configuration" is invalid: expected key=value, with a key/,
        ) as unknown,
      }),
    );
  });

  it.each(["target.0", "target[]", "target[1]", "targets"])("says of %s how to repeat a parameter", (key) => {
    expect(attempt({ ...least, [key]: "p99<=200ms" })).toThrow(
      expect.objectContaining({
        field: key,
        hint: "Use target= and repeat it for several values: target=…&target=…",
      }),
    );
    expect(attempt({ ...least, [`x${key}`]: "1" })).toThrow(
      expect.objectContaining({ hint: expect.stringContaining("spelling") }),
    );
  });

  it.each([{}, { run: "r", gameday: "g" }, { service: "checkout" }])(
    "lists which parameters go together if %o don't",
    (input) => {
      expect(() => parseInput(shareParameters, input)).toThrow(
        expect.objectContaining({
          code: "parameter-unreadable",
          message: "The parameters don't fit together, or one of them is missing or invalid.",
          hint: "Use one of these: run; runs (optional: reference, judged); service, key, before, after; service, split; gameday; peakDay (optional: kind).",
        }),
      );
    },
  );

  it("says what is wrong with a field apart from its name, as a sentence", () => {
    const password = z.strictObject({ password: z.string().min(10, "a password is longer") });
    expect(() => parseInput(password, { password: "short" })).toThrow(
      expect.objectContaining({
        message: 'The parameter "password" is invalid: a password is longer.',
        field: "password",
        fieldMessage: "A password is longer.",
      }),
    );
    expect(() => parseInput(password, {})).toThrow(
      expect.objectContaining({ field: "password", fieldMessage: "This field is required." }),
    );
    expect(() => parseInput(password, "short")).toThrow(
      expect.objectContaining({ field: null, fieldMessage: null }),
    );
  });
});
