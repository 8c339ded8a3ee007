/*
 * A month of CI as a team has it: 60 nights and 40 pull requests, uploaded through the API one after another and judged as
 * `headroom gate` judges them. Some builds are really slower, one night has a busy neighbour, some have a burst of errors.
 * Prints the tables of docs/ci-month.md. With HEADROOM_URL and HEADROOM_TOKEN (uploads and reads), it plays in that installation.
 */
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { RUN_OUTCOMES, seededRandom } from "@headroom/core";
import { buildsOfMonth, jtlOf, p99Ms } from "./ci-month-builds.ts";
import type { Build } from "./ci-month-builds.ts";
import { openIngestUnderTest } from "./ingest-under-test.ts";

const { values } = parseArgs({ options: { seed: { type: "string", default: "2022" } } });
const seed = Number(values.seed);
/** A build is judged within seconds; whatever takes this long is a fault. */
const JUDGED_WITHIN_MILLIS = 120_000;

interface Client {
  url: string;
  uploads: string;
  reads: string;
}

interface Judged extends Build {
  outcome: string;
  lead: string;
}

interface VerdictAnswer {
  judgement: { outcome: string; findings: { effect: string; about: string; words: string }[] } | null;
  retryAfterSeconds: number | null;
}

const given = { url: process.env.HEADROOM_URL, token: process.env.HEADROOM_TOKEN };
if (given.url !== undefined && given.token !== undefined)
  await play({ url: given.url, uploads: given.token, reads: given.token });
else {
  const ingest = await openIngestUnderTest();
  try {
    await ingest.start();
    await play({ url: ingest.url, uploads: ingest.ingestToken, reads: ingest.readToken });
  } finally {
    await ingest.close();
  }
}

async function play(client: Client): Promise<void> {
  const random = seededRandom(seed);
  const targets = [`p99 <= ${Math.round(1.2 * p99Ms(seed))} ms`, "error rate <= 1 %"];
  console.log(`60 nights and 40 pull requests, seed ${seed}, targets ${targets.join(" and ")}`);
  const judged: Judged[] = [];
  for (const build of buildsOfMonth()) {
    const answer = await judge(client, await upload(client, { build, body: jtlOf(build, random), targets }));
    judged.push({ ...build, ...answer });
    console.log(`${build.name}: ${answer.outcome}. ${answer.lead}`);
  }
  console.log(`\n| builds | ${RUN_OUTCOMES.join(" | ")} |`);
  console.log(`| --- |${" --- |".repeat(RUN_OUTCOMES.length)}`);
  for (const kind of new Set(judged.map((one) => one.kind))) {
    const of = judged.filter((one) => one.kind === kind);
    const counts = RUN_OUTCOMES.map((outcome) => of.filter((one) => one.outcome === outcome).length);
    console.log(`| ${kind} (${of.length}) | ${counts.join(" | ")} |`);
  }
}

interface Upload {
  build: Build;
  body: string;
  targets: readonly string[];
}

async function upload({ url, uploads }: Client, { build, body, targets }: Upload): Promise<string> {
  const { branch, commit } = build;
  const query = new URLSearchParams({ service: "Shop", experiment: "Checkout", branch, commit });
  for (const target of targets) query.append("target", target);
  const response = await fetch(`${url}/v1/runs?${query.toString()}`, {
    method: "POST",
    headers: { authorization: `Bearer ${uploads}` },
    body,
  });
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
  return ((await response.json()) as { run: { id: string } }).run.id;
}

async function judge({ url, reads }: Client, runId: string): Promise<{ outcome: string; lead: string }> {
  const until = performance.now() + JUDGED_WITHIN_MILLIS;
  while (performance.now() < until) {
    const response = await fetch(`${url}/v1/runs/${runId}/verdict`, {
      headers: { authorization: `Bearer ${reads}` },
    });
    const { judgement, retryAfterSeconds } = (await response.json()) as VerdictAnswer;
    if (judgement !== null && retryAfterSeconds === null) {
      const [lead] = judgement.findings;
      return {
        outcome: judgement.outcome,
        lead: lead === undefined ? "" : `${lead.about}: ${lead.words}`,
      };
    }
    await delay(250);
  }
  throw new Error(`run ${runId} isn't judged`);
}
