import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runAnswer, runCodes, runVerdictAnswer } from "@headroom/contract";
import { createTestApp } from "./testing/test-app.ts";
import type { TestApp } from "./testing/test-app.ts";

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp();
});
afterAll(() => world.close());

const START = 1_795_200_000_000;
const HEADER = "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success\n";

/** 3,000 requests in 60 s, of which every third is answered with this code, called a success. */
function results(code: number, success = true): string {
  const rows = Array.from({ length: 3_000 }, (_, at) => {
    const bad = at % 3 === 1;
    const answer = bad ? `${code},x,Users 1-1,${success}` : "200,OK,Users 1-1,true";
    return `${START + at * 20},${100 + (at % 7)},Home,${answer}\n`;
  });
  return HEADER + rows.join("");
}

let uploads = 0;

async function upload(payload: string, query = ""): Promise<string> {
  const answer = await world.app.inject({
    method: "POST",
    url: `/v1/runs?service=Shop&experiment=codes-${query.includes("run=") ? "shards" : ++uploads}&${query}`,
    headers: { authorization: `Bearer ${world.home.ingestToken}` },
    payload,
  });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<{ run: { id: string } }>().run.id;
}

async function get(url: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${world.home.readToken}` };
  const answer = await world.app.inject({ url, headers });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

async function decided(id: string) {
  let answer = runVerdictAnswer.parse(await get(`/v1/runs/${id}/verdict`));
  while (answer.judgement === null) answer = runVerdictAnswer.parse(await get(`/v1/runs/${id}/verdict`));
  return answer;
}

describe("status codes", () => {
  it("are stored over time with the tool's word, and count in no label and no total", async () => {
    const id = await upload(results(500));
    const { codes } = runCodes.parse(await get(`/v1/runs/${id}/codes`));
    expect(codes).toMatchObject([{ code: 500, requests: 1_000, failed: 0, pointSeconds: 1 }]);
    const points = codes[0]?.points ?? [];
    expect(points.reduce((sum, { requests }) => sum + requests, 0)).toBe(1_000);
    expect(points[0]?.at).toBe(new Date(START).toISOString());
    const { summary } = runAnswer.parse(await get(`/v1/runs/${id}`));
    expect(summary).toMatchObject({ requests: 3_000, errors: 0 });
    expect(await get(`/v1/runs/${id}/labels`)).toMatchObject({
      labels: [{ label: "Home", kind: "request" }],
    });
    expect(await get(`/v1/runs/${id}/window?label=500&kind=status&window=whole`)).toMatchObject({
      summary: { requests: 1_000, errors: 0 },
    });
  });

  it("that contradict the tool keep a run unsure", async () => {
    const id = await upload(results(500), "target=p95<=1s&target=errors<=1%25&target=throughput<=1000/s");
    const run = runAnswer.parse(await get(`/v1/runs/${id}`));
    expect(run.targets.map(({ verdict, doubt }) => [verdict, doubt?.code])).toEqual([
      ["unsure", "codes"],
      ["unsure", "codes"],
      ["met", undefined],
    ]);
    expect(run.codes).toMatchObject({
      server: { requests: 998, codes: [500], span: { fromSeconds: 0, toSeconds: 61 } },
      client: null,
      isOpen: true,
    });
    const { judgement } = await decided(id);
    expect(judgement).toMatchObject({ outcome: "unsure", next: { action: "count-errors" } });
    expect(judgement?.findings[0]).toMatchObject({
      effect: "unsure",
      kind: "codes",
      code: "server",
      before: 0,
      after: 61,
    });
  });

  it("from 400 to 499 are told, and decide nothing", async () => {
    const id = await upload(results(404), "target=p95<=1s&target=errors<=1%25");
    const { judgement, verdict } = await decided(id);
    expect([judgement?.outcome, verdict]).toEqual(["holds", "met"]);
    expect(judgement?.findings.filter(({ kind }) => kind === "codes")).toMatchObject([
      { effect: "note", code: "client" },
    ]);
  });

  it("of several parts of a run are added up", async () => {
    const id = await upload(results(503, false), "run=shards&generator=a");
    expect(await upload(results(503), "run=shards&generator=b")).toBe(id);
    expect(await get(`/v1/runs/${id}/codes`)).toMatchObject({
      codes: [{ code: 503, requests: 2_000, failed: 1_000 }],
    });
  });

  it("aren't told to another workspace", async () => {
    const id = await upload(results(500));
    const headers = { authorization: `Bearer ${world.foreign.readToken}` };
    const answer = await world.app.inject({ url: `/v1/runs/${id}/codes`, headers });
    expect(answer.statusCode).toBe(404);
  });
});
