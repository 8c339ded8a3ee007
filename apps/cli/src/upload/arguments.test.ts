import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCliEnv } from "../env.ts";
import { readUploadArguments } from "./arguments.ts";
import { uploadQuery } from "./query.ts";

const least = ["results.jtl", "--service", "Checkout", "--experiment", "Mix"];
const env = readCliEnv({ HEADROOM_TOKEN: "secret" });
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "headroom-arguments-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the arguments of an upload", () => {
  it("say what an upload over HTTP says", () => {
    const given = readUploadArguments(
      [...least, "--target", "p99<=1s", "--target", "p50<=1s", "--configuration", "a=1"],
      env,
    );
    expect(given).toMatchObject({
      files: ["results.jtl"],
      url: "http://127.0.0.1:4001",
      token: "secret",
      send: "smaller",
      parameters: {
        service: "Checkout",
        tool: "auto",
        target: ["p99<=1s", "p50<=1s"],
        configuration: ["a=1"],
      },
    });
  });

  it("say that a simulator made the results up, only if you do", () => {
    expect(readUploadArguments(least, env).parameters).not.toHaveProperty("simulated");
    expect(readUploadArguments([...least, "--simulated"], env).parameters.simulated).toBe("true");
    expect(readUploadArguments(least, env).parameters).not.toHaveProperty("archive");
    expect(readUploadArguments([...least, "--archive"], env).parameters.archive).toBe("true");
  });

  it("ask for a link that ends after so many days", () => {
    expect(readUploadArguments(least, env).shareDays).toBeNull();
    expect(readUploadArguments([...least, "--share", "7"], env).shareDays).toBe(7);
    for (const wrong of ["0", "366", "1.5", "forever", ""])
      expect(() => readUploadArguments([...least, "--share", wrong], env)).toThrow(/--share needs/);
  });

  it("say what everything that was running costs", () => {
    const { parameters } = readUploadArguments([...least, "--price", "14.40 USD/h"], env);
    const query = uploadQuery({ files: [], parameters, generator: null, alone: true });
    expect(new URLSearchParams(query).get("price")).toBe("14.40 USD/h");
    expect(() => readUploadArguments([...least, "--price", "0 USD/h"], env)).toThrow(
      "--price is invalid: expected an amount above 0",
    );
  });

  it("say how many times the commit is run", () => {
    const { parameters } = readUploadArguments([...least, "--repeat", "3"], env);
    const query = uploadQuery({ files: [], parameters, generator: null, alone: true });
    expect(new URLSearchParams(query).get("repeat")).toBe("3");
    for (const wrong of ["1", "11", "2.5", "often"])
      expect(() => readUploadArguments([...least, "--repeat", wrong], env)).toThrow(/--repeat is invalid/);
  });

  it("take service, experiment and targets from headroom.yaml", () => {
    const config = join(folder, "headroom.yaml");
    writeFileSync(
      config,
      "version: 1\nservice: Checkout\nexperiments:\n  Mix:\n    workload: { generators: 2 }\n    targets: [p99 <= 1 s]\n",
    );
    const given = readUploadArguments(["a.jtl", "--config", config, "--target", "p50 <= 1 s"], env);
    expect(given).toMatchObject({
      parameters: { service: "Checkout", experiment: "Mix", target: ["p99 <= 1 s", "p50 <= 1 s"] },
      stated: { service: "Checkout", name: "Mix", experiment: { workload: { generators: 2 } } },
    });
    expect(() => readUploadArguments([...least, "--config", config], env)).toThrow("Leave out --service.");
    expect(() => readUploadArguments(["a.jtl", "--config", config, "--experiment", "X"], env)).toThrow(
      'no experiment "X"',
    );
  });

  it("belong to the gate only if there is one", () => {
    expect(readUploadArguments([...least, "--gate", "--min-change", "5"], env).gate).toMatchObject({
      minChange: 5,
      baseline: { kind: "default" },
    });
    expect(() => readUploadArguments([...least, "--min-change", "5"], env)).toThrow(
      "--min-change belongs to --gate.",
    );
    expect(() => readUploadArguments([...least, "--gate", "--base", "main"], env)).toThrow(
      "--base belongs to",
    );
  });

  it("know the commit from the CI system, unless it is given", () => {
    const github = readCliEnv({
      HEADROOM_TOKEN: "secret",
      HEADROOM_URL: "https://ingest.example/",
      GITHUB_SHA: "abc",
      GITHUB_REF_NAME: "main",
      GITHUB_SERVER_URL: "https://github.example",
      GITHUB_REPOSITORY: "us/shop",
      GITHUB_RUN_ID: "7",
    });
    const { url, parameters } = readUploadArguments([...least, "--branch", "mine"], github);
    expect(url).toBe("https://ingest.example");
    for (const path of ["/", "/v1", "/v1/runs", "/v1/runs/"]) {
      const given = { ...github, HEADROOM_URL: `https://ingest.example${path}` };
      expect(readUploadArguments(least, given).url).toBe("https://ingest.example");
    }
    expect(parameters).toMatchObject({
      commit: "abc",
      branch: "mine",
      ci: "https://github.example/us/shop/actions/runs/7",
    });
  });

  it("take a mapping from a file", () => {
    const path = join(folder, "mapping.json");
    writeFileSync(path, '{"latency":{"column":"took","unit":"ms"}}');
    const { mapping, parameters } = readUploadArguments([...least, "--mapping", `@${path}`], env);
    expect(mapping).toEqual({ latency: { column: "took", unit: "ms" } });
    expect(JSON.parse(parameters.mapping ?? "")).toEqual(mapping);
  });

  it.each([
    ["no file", [], "No file given"],
    ["no service", ["x", "--experiment", "y"], "--service is missing"],
    ["raw cells", [...least, "--raw", "--cells"], "Use either --raw or --cells"],
    ["standard input beside a file", ["-", ...least], "cannot be combined"],
    ["an invalid mapping", [...least, "--mapping", "{}"], "--mapping is invalid at latency"],
    ["a mapping that is no JSON", [...least, "--mapping", "latency"], "not valid JSON"],
    ["an unknown unit", [...least, "--unit", "weeks"], "--unit is invalid"],
  ])("are refused with %s", (_name, args, message) => {
    expect(() => readUploadArguments(args, env)).toThrow(message);
  });

  it("need a token", () => {
    expect(() => readUploadArguments(least, readCliEnv({}))).toThrow("No token given");
  });
});
