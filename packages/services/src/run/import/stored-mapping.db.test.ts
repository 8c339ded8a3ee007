import { afterAll, beforeAll, expect, it } from "vitest";
import { Importing, sampleSource, testSamples } from "../../testing/index.ts";
import type { UploadSource } from "../record/upload-source.ts";

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
});
afterAll(() => world.close());

it("what one upload says of its columns is known to the next of the same experiment, and of no other", async () => {
  const known: unknown[] = [];
  const source = (mapping: object | null): UploadSource => {
    const plain = sampleSource(testSamples);
    return {
      ...plain,
      async open(knows) {
        known.push(knows.mapping);
        return { ...(await plain.open(knows)), mapping };
      },
    };
  };
  const mapping = { latency: { column: "took", unit: "ms" } };
  await world.upload({ experiment: "mapped" }, source(mapping));
  await world.upload({ experiment: "Mapped" }, source(null));
  await world.upload({ experiment: "other" }, source(null));
  expect(known).toEqual([null, mapping, null]);
});
