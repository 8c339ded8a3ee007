import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runAnswer } from "@headroom/contract";
import { exampleFile } from "@headroom/demo/examples";
import { createTestApp } from "./testing/test-app.ts";
import type { TestApp } from "./testing/test-app.ts";

const repository = new URL("../../../", import.meta.url);

interface CurlLine {
  curlLine(upload: { webUrl: string; ingestUrl: string; ingestToken: string }): string;
}

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

/** The command that `npm start` prints. */
async function printedCommand(): Promise<string> {
  const script = (await import(new URL("tooling/src/curl-line.mjs", repository).href)) as CurlLine;
  const urls = { webUrl: "http://127.0.0.1:4000", ingestUrl: "http://127.0.0.1:4001" };
  return script.curlLine({ ...urls, ingestToken: "hr_abc" });
}

/** The command under "Your first upload". */
function commandOfReadme(): string {
  const readme = readFileSync(new URL("README.md", repository), "utf8");
  return /^curl [^]*?\n```/m.exec(readme)?.[0] ?? "";
}

describe("the first upload", () => {
  it.each([
    ["that npm start prints", printedCommand],
    ["in the README", commandOfReadme],
  ])("%s is met, has just ended, and needs no remarks", async (_, commandOf) => {
    const command = await commandOf();
    const [, name = ""] = /4000\/examples\/(\S+)/.exec(command) ?? [];
    const [, path = ""] = /4001(\/v1\/runs\?[^'"\s]+)/.exec(command) ?? [];
    const now = world.test.services.clock();
    const headers = { authorization: `Bearer ${world.home.ingestToken}` };
    const body = exampleFile(name, now) ?? "";
    const response = await world.app.inject({ method: "POST", url: path, headers, body });
    expect([response.statusCode, response.body.slice(0, 300)]).toEqual([201, expect.any(String)]);
    const { verdict, run, warnings } = runAnswer.parse(response.json());
    expect({ verdict, warnings }).toEqual({ verdict: "met", warnings: [] });
    const secondsAgo = (now.getTime() - Date.parse(run.endedAt ?? "")) / 1_000;
    expect(secondsAgo).toBeGreaterThanOrEqual(0);
    expect(secondsAgo).toBeLessThan(10);
  });
});
