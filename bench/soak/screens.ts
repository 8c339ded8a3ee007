/** Screens that follow a view: how soon each second is on all of them, and what they cost the database. */
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { createSignInLink, openServices, systemContext } from "@headroom/services";
import { Screen } from "../web/screen.ts";
import { openWebUnderTest, signIn } from "../web/web-under-test.ts";
import { StatementCounter, startCountingDatabase } from "./count-statements.ts";
import { FOLLOWED_VIEWS } from "./followed-views.ts";
import type { FollowedView, Sent, ViewName } from "./followed-views.ts";
import { openIngestUnderTest } from "./ingest-under-test.ts";

/*
 * In so few seconds no session is checked, which happens after a minute: that costs by the person, not by the view. With more
 * seconds, it is part of the cost.
 */
const { values } = parseArgs({
  options: {
    views: { type: "string", default: "run,peak-day,stream" },
    screens: { type: "string", default: "0,1,20,200" },
    seconds: { type: "string", default: "40" },
  },
});
const views = values.views.split(",").filter((name): name is ViewName => name in FOLLOWED_VIEWS);
const rounds = values.screens.split(",").map(Number);
const seconds = Number(values.seconds);
/** One person can have so many open. */
const OF_PERSON = 20;
/** Until the last second has arrived. */
const SETTLE_MILLIS = 12_000;
const MAX_P99_MILLIS = { fromOver: 2_000, fromAcknowledged: 1_000 };
/** A stream sends a second once a request has completed in the next one. */
const AFTER_SECONDS = 2;
/** Of the view, a second. */
const MAX_READS = 2;

const web = await openWebUnderTest(() => openIngestUnderTest(startCountingDatabase));
const services = openServices({ url: web.ingest.databaseUrl, maxConnections: 2 });
const counter = await StatementCounter.open(web.ingest.adminUrl, web.ingest.databaseUrl);
const { workspaceId } = web.ingest;
try {
  const cookies = await signInPeople(Math.ceil(Math.max(...rounds) / OF_PERSON));
  for (const name of views) {
    for (const count of rounds) {
      const view = await FOLLOWED_VIEWS[name](web.ingest, `${name} ${count}`);
      try {
        report(name, count, await measure(view, count, cookies));
      } finally {
        await view.close();
      }
    }
  }
} finally {
  await services.db.close();
  await web.close();
}

interface Measured {
  statements: number;
  transactions: number;
  reads: number;
  fromOver: number[];
  fromAcknowledged: number[];
}

function report(name: string, count: number, measured: Measured): void {
  const { statements, transactions, reads, fromOver, fromAcknowledged } = measured;
  console.log(
    `${name}, ${count} screens: ${reads.toFixed(2)} reads of the view a second, ${statements.toFixed(1)} statements in ` +
      `${transactions.toFixed(1)} transactions of all processes; on screen after its second ${wordsOf(fromOver)}, ` +
      `after it was acknowledged ${wordsOf(fromAcknowledged)}`,
  );
  if (reads > MAX_READS) fail("the screens cost too much");
  const isLate =
    rank(fromOver, 0.99) > MAX_P99_MILLIS.fromOver ||
    rank(fromAcknowledged, 0.99) > MAX_P99_MILLIS.fromAcknowledged;
  if (count > 0 && isLate) fail("the screens are late");
}

/** The other rounds are worth measuring all the same. */
function fail(why: string): void {
  console.log(why);
  process.exitCode = 1;
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

async function measure(view: FollowedView, count: number, cookies: readonly string[]): Promise<Measured> {
  const address = `${web.url}${view.feed}`;
  const screens = Array.from(
    { length: count },
    (_, at) => new Screen(address, cookies[Math.floor(at / OF_PERSON)] ?? "", view.requests),
  );
  await Promise.all(screens.map(({ connected }) => connected));
  await counter.reset();
  const began = Date.now();
  const sent: Sent[] = [];
  for (let at = 1; at <= seconds; at += 1) sent.push(await view.sendSecond(at));
  const passed = (Date.now() - began) / 1_000;
  const { statements, transactions, views: reads } = await counter.counts(view.statement);
  for (let at = 1; at <= AFTER_SECONDS; at += 1) await view.sendSecond(seconds + at);
  await delay(SETTLE_MILLIS);
  await Promise.all(screens.map((screen) => screen.close()));
  return {
    statements: statements / passed,
    transactions: transactions / passed,
    reads: reads / passed,
    fromOver: screens.flatMap((screen) => latenesses(screen, sent, ({ overAt }) => overAt)),
    fromAcknowledged: screens.flatMap((one) => latenesses(one, sent, ({ acknowledgedAt: at }) => at)),
  };
}

/** A second is on a screen with the first view that has its requests; one that never came is infinitely late. */
function latenesses({ shown }: Screen, sent: readonly Sent[], from: (one: Sent) => number | null): number[] {
  return sent.flatMap((one) => {
    const [began, view] = [from(one), shown.find(({ requests }) => requests >= one.requests)];
    if (began === null) return [];
    return [view === undefined ? Infinity : view.at - began];
  });
}

function rank(given: readonly number[], share: number): number {
  const sorted = given.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

function wordsOf(given: readonly number[]): string {
  if (given.length === 0) return "–";
  return `p50 ${rank(given, 0.5)} ms, p99 ${rank(given, 0.99)} ms, most ${rank(given, 1)} ms`;
}
