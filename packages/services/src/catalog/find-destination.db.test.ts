import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Importing } from "../testing/index.ts";
import { findDestination } from "./find-destination.ts";

let world: Importing;
beforeAll(async () => {
  world = await Importing.open();
  await world.upload({ service: "Checkout", experiment: "Peak mix" });
  await world.upload({ service: "Checkout", experiment: "100% cached" });
});
afterAll(() => world.close());

const find = async (service: string, experiment: string) => {
  const found = await findDestination({ ctx: world.home.viewer, input: { service, experiment } });
  return [found.service?.name ?? null, found.experiment?.name ?? null];
};

describe("the destination of an upload", () => {
  it("is found by its names or by its slugs, whatever the case", async () => {
    expect(await find("checkout", "PEAK MIX")).toEqual(["Checkout", "Peak mix"]);
    expect(await find("Checkout", "peak-mix")).toEqual(["Checkout", "Peak mix"]);
    expect(await find("Checkout", "Peak  mix!")).toEqual(["Checkout", "Peak mix"]);
    expect(await find("Checkout", "100% cached")).toEqual(["Checkout", "100% cached"]);
  });

  it("takes no name for a pattern, and none without letters for an error", async () => {
    expect(await find("Checkout", "%")).toEqual(["Checkout", null]);
    expect(await find("Check%", "Peak mix")).toEqual([null, null]);
    expect(await find("!!!", "???")).toEqual([null, null]);
  });

  it("is new where the service or the experiment is", async () => {
    expect(await find("Checkout", "Ramp")).toEqual(["Checkout", null]);
    expect(await find("Search", "Peak mix")).toEqual([null, null]);
  });

  it("is found by its present name after a rename, and still by its slug", async () => {
    await world.inHome((tx) =>
      tx.prisma.experiment.updateMany({ where: { slug: "peak-mix" }, data: { name: "Cyber week" } }),
    );
    expect(await find("Checkout", "Cyber week")).toEqual(["Checkout", "Cyber week"]);
    expect(await find("Checkout", "Peak mix")).toEqual(["Checkout", "Cyber week"]);
  });

  it("in another workspace is not found", async () => {
    const input = { service: "Checkout", experiment: "Cyber week" };
    const found = await findDestination({ ctx: world.foreign.viewer, input });
    expect(found).toEqual({ service: null, experiment: null });
  });
});
