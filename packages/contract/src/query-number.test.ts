import { expect, it } from "vitest";
import { z } from "zod";
import { queryNumber } from "./query-number.ts";

const schema = z.object({ labels: queryNumber(z.number().int().min(0).max(1_000).optional()) });

it.each([
  [{ labels: "0" }, 0],
  [{ labels: "20" }, 20],
  [{ labels: 20 }, 20],
  [{}, undefined],
])("%j is a number, or absent", (given, labels) => {
  expect(schema.parse(given).labels).toBe(labels);
});

it.each(["", " ", "0x10", "1e2", "-1", "1.5", "20 ", "true", "99999", "1".repeat(30), ["1", "2"], null])(
  "%j isn't one",
  (labels) => {
    expect(schema.safeParse({ labels }).success).toBe(false);
  },
);
