import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readShape } from "./json-shape.ts";

const shape = z.object({ latency: z.object({ mean: z.number() }) });

describe("the shape of a JSON summary", () => {
  it("gives what it knows and leaves the rest", () => {
    expect(readShape(shape, { latency: { mean: 4, p1: 1 }, more: [] }, "summary of ours")).toEqual({
      latency: { mean: 4 },
    });
  });

  it("is refused with the place where it is another", () => {
    expect(() => readShape(shape, { latency: { mean: "4" } }, "summary of ours")).toThrow(
      expect.objectContaining({
        code: "file-unreadable",
        field: "latency.mean",
        message: expect.stringContaining("This is not a valid summary of ours: latency.mean: "),
      }),
    );
    expect(() => readShape(shape, [], "summary of ours")).toThrow(expect.objectContaining({ field: null }));
  });
});
