import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runAnswer, type RunAnswer } from "@headroom/contract";
import { publishedDemo, publishedResults, publishedWorkload, seed, type DemoRun } from "@headroom/demo";
import { createToken } from "@headroom/services";
import { createTestApp, type TestApp } from "./testing/test-app.ts";

let world: TestApp;
const answers: RunAnswer[] = [];
const replays: boolean[] = [];

beforeAll(async () => {
  world = await createTestApp({ uploadsAtOnce: 8 });
  await upload();
});
afterAll(() => world.close());

async function upload(): Promise<void> {
  const { secret } = await createToken({ ctx: world.home.owner, input: { name: "m", scopes: ["manage"] } });
  const to = { ingestUrl: world.address, ingestToken: world.home.ingestToken, manageToken: secret };
  const ids = new Map<DemoRun, string>();
  await seed(publishedDemo, to, (run, posted) => {
    ids.set(run, posted.run.id);
    replays.push(posted.replayed);
  });
  for (const run of publishedDemo.runs) answers.push(runAnswer.parse(await read(`/v1/runs/${ids.get(run)}`)));
}

async function read(url: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${world.home.readToken}` };
  return (await world.app.inject({ url, headers })).json();
}

/** Every number in an answer that is a figure of the run, by where it is. */
function figuresOf({ summary, steady }: RunAnswer): Record<string, number> {
  expect(steady).toBeNull();
  const { latencyMs, latencyIntervalsMs, labelsTotal, labels, ...rest } = summary;
  expect([labelsTotal, labels]).toEqual([0, []]);
  // The other percentiles are below or above the published one, and that is all there is to say.
  const bounds = Object.values(latencyIntervalsMs).flatMap((one) => [one?.low, one?.high]);
  expect(new Set(bounds)).toEqual(new Set([0, latencyMs.p99, null]));
  const all = Object.entries({ ...rest, ...latencyMs });
  return Object.fromEntries(all.filter((entry): entry is [string, number] => entry[1] !== null));
}

describe("the published demo", () => {
  it("shows every figure of the list, and no other", () => {
    expect(answers.map(figuresOf)).toEqual(
      publishedResults.map(({ requestsPerSecond, p99Millis }) => ({
        durationSeconds: publishedWorkload.durationSeconds.value,
        throughput: requestsPerSecond.value,
        p99: p99Millis.value,
      })),
    );
  });

  it("is judged as quoted: grade D, and no interval", () => {
    for (const { proof, targets } of answers) {
      expect(proof.grade).toBe("D");
      expect(targets.map(({ interval }) => interval)).toEqual([null, null]);
    }
    expect(answers.map(({ verdict }) => verdict)).toEqual([
      "met",
      "missed",
      "missed",
      "missed",
      "met",
      "met",
      "missed",
      "met",
    ]);
  });

  it("is the same when it is uploaded again", async () => {
    const before = answers.splice(0).map(({ run }) => run.id);
    await upload();
    expect(answers.map(({ run }) => run.id)).toEqual(before);
    expect(replays).toEqual([...before.map(() => false), ...before.map(() => true)]);
    const events = await read(`/v1/runs/${before[0]}/events`);
    expect(events).toMatchObject({ events: [{ kind: "scale" }] });
  });
});
