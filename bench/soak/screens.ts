/** Screens that follow a live run: how soon each of its seconds is on all of them, and what they cost the database. */
import { setTimeout as delay } from "node:timers/promises";
import { createSignInLink, openServices, systemContext } from "@headroom/services";
import { Screen } from "../web/screen.ts";
import { openWebUnderTest, signIn } from "../web/web-under-test.ts";
import { textOf } from "./ingest-under-test.ts";

/** So many that no session is checked meanwhile, which happens after a minute: that costs by the person, not by the view. */
const seconds = Number(process.env["HEADROOM_SOAK_SCREENS_SECONDS"] ?? 40);
const ROUNDS = [0, 1, 20, 200];
/** One person can have so many open. */
const OF_PERSON = 20;
const REQUESTS = 50;
/** Until the database has counted what connecting cost: idle connections report every 10 seconds. */
const SETTLE_MILLIS = 12_000;
const MAX_P99_MILLIS = 2_000;
/** A second, more than if nobody watches. A read is one transaction. */
const MAX_TRANSACTIONS = 3;

interface Sent {
  /** How many requests there were with it. */
  requests: number;
  /** When its second was over, and when it was acknowledged. */
  overAt: number;
  acknowledgedAt: number;
}

const web = await openWebUnderTest();
const services = openServices({ url: web.ingest.databaseUrl, maxConnections: 2 });
const { workspaceId, ingestToken } = web.ingest;
try {
  const cookies = await signInPeople(Math.ceil(Math.max(...ROUNDS) / OF_PERSON));
  let idle = 0;
  for (const count of ROUNDS) {
    const { perSecond, fromOver, fromAcknowledged } = await measure(count, cookies);
    if (count === 0) idle = perSecond;
    const cost = perSecond - idle;
    console.log(
      `${count} screens: ${perSecond.toFixed(1)} transactions a second, ${cost.toFixed(1)} more than without; ` +
        `on screen after its second ${wordsOf(fromOver)}, after it was acknowledged ${wordsOf(fromAcknowledged)}`,
    );
    if (cost > MAX_TRANSACTIONS) throw new Error("the screens cost too much");
    if (count > 0 && rank(fromOver, 0.99) > MAX_P99_MILLIS) throw new Error("the screens are late");
  }
} finally {
  await services.db.close();
  await web.close();
}

/** Members of one workspace, each with the cookie of a browser. */
async function signInPeople(count: number): Promise<string[]> {
  const cookies: string[] = [];
  const ctx = systemContext(services, workspaceId);
  const createdAt = services.clock();
  for (let at = 0; at < count; at += 1) {
    const email = `screens-${at}@headroom.local`;
    const person = { id: services.newId(), email, name: email };
    const personId = await services.db.lookup.ensurePerson(person);
    await services.db.inWorkspace(workspaceId, (tx) =>
      tx.prisma.membership.create({ data: { workspaceId, personId, role: "viewer", createdAt } }),
    );
    const { path } = await createSignInLink({ ctx, input: { personId, validMinutes: 10 } });
    cookies.push(await signIn(web.url, path));
  }
  return cookies;
}

async function measure(count: number, cookies: readonly string[]) {
  const run = await post(`/v1/runs/live?service=Shop&experiment=Screens%20${count}`, {});
  const id = textOf(Reflect.get(run, "run"), "id");
  const address = `${web.url}/api/feed/runs/${id}`;
  const screens = Array.from(
    { length: count },
    (_, at) => new Screen(address, cookies[Math.floor(at / OF_PERSON)] ?? ""),
  );
  await delay(SETTLE_MILLIS);
  const [before, began] = [await transactions(), Date.now()];
  const sent: Sent[] = [];
  for (let at = 1; at <= seconds; at += 1) sent.push(await sendSecond(id, at));
  const perSecond = ((await transactions()) - before) / ((Date.now() - began) / 1_000);
  await delay(SETTLE_MILLIS);
  await Promise.all(screens.map((screen) => screen.close()));
  return {
    perSecond,
    fromOver: screens.flatMap((screen) => latenesses(screen, sent, ({ overAt }) => overAt)),
    fromAcknowledged: screens.flatMap((one) => latenesses(one, sent, ({ acknowledgedAt: at }) => at)),
  };
}

/** What a generator counted in one second, as soon as it is over. */
async function sendSecond(id: string, sequence: number): Promise<Sent> {
  const second = Math.floor(Date.now() / 1_000);
  const overAt = (second + 1) * 1_000;
  await delay(overAt - Date.now());
  const distribution = { kind: "buckets", upperBoundsMicros: [50_000], counts: [REQUESTS, 0] };
  await post(`/v1/runs/${id}/cells`, {
    ...{ writer: "generator", sequence, labels: [{ name: "GET /cart" }] },
    cells: [{ label: 0, step: 1, second, requests: REQUESTS, distribution }],
  });
  return { requests: sequence * REQUESTS, overAt, acknowledgedAt: Date.now() };
}

/** A second is on a screen with the first view that has its requests; one that never came is infinitely late. */
function latenesses({ shown }: Screen, sent: readonly Sent[], from: (one: Sent) => number): number[] {
  return sent.map((one) => {
    const view = shown.find(({ requests }) => requests >= one.requests);
    return view === undefined ? Infinity : view.at - from(one);
  });
}

/** Of all processes on this database. */
async function transactions(): Promise<number> {
  const [row] = await services.db.inWorkspace(workspaceId, (tx) =>
    tx.query<{ count: number }>(
      "select xact_commit::float8 as count from pg_stat_database where datname = current_database()",
      [],
    ),
  );
  return row?.count ?? 0;
}

async function post(path: string, body: object): Promise<object> {
  const answer = await fetch(`${web.ingest.url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${ingestToken}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as object;
}

function rank(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

function wordsOf(values: readonly number[]): string {
  if (values.length === 0) return "–";
  return `p50 ${rank(values, 0.5)} ms, p99 ${rank(values, 0.99)} ms`;
}
