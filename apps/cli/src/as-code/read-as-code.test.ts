import { describe, expect, it } from "vitest";
import { experimentIn, readAsCode } from "./read-as-code.ts";

const FILE = `version: 1
service: Checkout
experiments:
  Checkout mix:
    owner: Payments
    workload:
      durationSeconds: 600
      generators: 2
    targets:
      - p99 <= 200 ms
      - throughput >= 190/s
`;

const problemIn = (text: string) => {
  try {
    readAsCode(text, "headroom.yaml");
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

describe("headroom.yaml", () => {
  it("states a service, its experiments and their targets", () => {
    const read = readAsCode(FILE, "headroom.yaml");
    expect(experimentIn(read, undefined, "headroom.yaml")).toEqual({
      name: "Checkout mix",
      experiment: {
        owner: "Payments",
        workload: { durationSeconds: 600, generators: 2 },
        targets: ["p99 <= 200 ms", "throughput >= 190/s"],
      },
    });
    expect(() => experimentIn(read, "Search", "headroom.yaml")).toThrow('no experiment "Search"');
  });

  it.each([
    [FILE.replace("targets:", "target:"), 'headroom.yaml:9:5: Unknown key "target".'],
    [FILE.replace("generators", "generatorz"), 'headroom.yaml:8:7: Unknown key "generatorz".'],
    [`${FILE}more: true\n`, 'headroom.yaml:12:1: Unknown key "more".'],
    [FILE.replace("version: 1", "version: 2"), /^headroom\.yaml:1:10: version: expected 1/],
    [
      FILE.replace("600", "ten"),
      /^headroom\.yaml:7:24: experiments\.Checkout mix\.workload\.durationSeconds: /,
    ],
    [FILE.replace("p99 <=", "p99 ="), /^headroom\.yaml:10:9: The target "p99 = 200 ms" cannot be read: /],
    [FILE.replace("    owner", "  owner"), /^headroom\.yaml:5:/],
    ["", /^headroom\.yaml:1:1: /],
    ["[1, 2", /^headroom\.yaml:1:/],
    [FILE.replace("service: Checkout\n", ""), /^headroom\.yaml:1:1: service: /],
  ])("says where it can't be read: %#", (text, problem) => {
    expect(problemIn(text)).toEqual(typeof problem === "string" ? problem : expect.stringMatching(problem));
  });
});
