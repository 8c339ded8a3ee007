import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOUR_SECONDS, NOT_JUDGED_WORDS, RUN_OUTCOME_WORDS } from "@headroom/core";
import type { NotJudgedReason, PairOutcome } from "@headroom/core";
import type { ShareSubject } from "@headroom/contract";
import {
  getComparisonStatistics,
  getRoundsComparison,
  getRun,
  getSharedRun,
  nameShared,
  openBadge,
  openHome,
  setBadge,
} from "@headroom/services";
import type { RunDetail, ShareContext, SinceLastVisit } from "@headroom/services";
import { Importing, openJudgedRuns, TEST_WEB_URL as webUrl } from "@headroom/services/testing";
import type { AskedRun, JudgedPair, JudgedRun } from "@headroom/services/testing";
import { VERDICT_WORDS } from "@headroom/ui";
import type { OutcomeState } from "@headroom/ui";
import { filesThatShow, NOT_DOORS, OTHER_FILES } from "../server/testing/outcome-files.ts";
import { openAsGuest, readSharedPair } from "../server/testing/guests.ts";
import { firstSentence, hasFigure, textOf } from "../server/testing/sentences.ts";
import { drawBadge } from "./badge/draw-badge.ts";
import { prepareCatalog } from "./catalog/prepare-catalog.ts";
import { readCatalogQuery } from "./catalog/search-params.ts";
import { prepareRounds, pairsOf } from "./comparison/rounds/prepare-rounds.ts";
import { prepareRuns } from "./comparison/view/prepare-runs.ts";
import { prepareSentence } from "./comparison/pair/prepare-sentence.ts";
import { statisticsByRun } from "./comparison/view/statistics-by-run.ts";
import { prepareRunRows } from "./experiment/prepare-experiment.ts";
import { PLAIN_ROWS } from "./experiment/testing/plain-rows.ts";
import { prepareHead } from "./experiment/prepare-head.ts";
import { prepareFirstRun } from "./first-run/prepare-first-run.ts";
import { prepareNews } from "./overview/prepare-news.ts";
import { preparePalette } from "./palette/prepare-palette.ts";
import { comparisonWords } from "./picture/words/comparison-words.ts";
import { runWords } from "./picture/words/run-words.ts";
import { prepareRunHead } from "./run/page/prepare-run-head.ts";
import type { RunHead } from "./run/page/prepare-run-head.ts";
import { FIRST_VIEW } from "./run/view/search-params.ts";
import { prepareTrend } from "./trend/prepare-trend.ts";
import { readTrendQuery } from "./trend/search-params.ts";
import { stubEnv } from "../server/testing/stub-env.ts";

stubEnv();
const { createCaller } = await import("../server/app-router.ts");
const { exportOfflinePage } = await import("./run/export/read-export.ts");

const now = new Date(Date.UTC(2100, 0, 2));
let world: Importing;
let runs: JudgedRun[];
let asked: AskedRun[];
let pairs: JudgedPair[];
let news: SinceLastVisit | null;
beforeAll(async () => {
  world = await Importing.open({ counts: false });
  await openHome({ ctx: world.home.owner });
  world.test.pass(2 * HOUR_SECONDS);
  ({ runs, asked, pairs } = await openJudgedRuns(world));
  world.test.pass(2 * HOUR_SECONDS);
  news = await openHome({ ctx: world.home.owner });
}, 600_000);
afterAll(() => world.close());

const answers = new Map<string, unknown>();

/** Nothing changes what the doors show, so each question is asked once, for all runs and by whatever door comes first. */
function once<T>(question: string, ask: () => Promise<T>): Promise<T> {
  const known = (answers.get(question) as Promise<T> | undefined) ?? ask();
  answers.set(question, known);
  return known;
}

const caller = () => createCaller({ ctx: world.home.owner });
const overview = () => once("overview", () => caller().catalog.overview());
const searched = (text: string) => once(`find ${text}`, () => caller().palette.find({ text }));
const detailOf = (runId: string) =>
  once(`run ${runId}`, () => getRun({ ctx: world.home.viewer, input: { runId, webUrl } }));
const sharedDetailOf = (runId: string) =>
  once(`shared run ${runId}`, async () =>
    getSharedRun({ ctx: await guestOf(runId), input: { runId, webUrl } }),
  );

const guestOf = (shown: string | ShareSubject): Promise<ShareContext> =>
  once(`share ${JSON.stringify(shown)}`, () => openAsGuest(world, shown));

/** What a door shows. `says`: its sentences, which have to name the finding that leads. */
interface Seen {
  state: OutcomeState;
  says?: string;
  /** Guests see nothing of the run that it was compared with, except how the figures changed. */
  toGuests?: true;
}

interface Door {
  /** Where it is made. */
  files: readonly string[];
  /** Null: it isn't there. */
  read: (run: JudgedRun) => Promise<Seen | null>;
  /** Which runs it shows; otherwise all that are complete. Some: the latest ones. */
  of?: ((run: JudgedRun) => boolean) | "some";
}

/** Some experiments whose latest run a badge can show in one word. */
const BADGED = [
  "misses a target",
  "unsure of a target",
  "too few earlier runs",
  "totals only, misses a target",
];

const HEAD_FILES = ["run/page/prepare-run-head.ts", "run/verdict/prepare-sentence.ts"];
const isLatest = (run: JudgedRun) => run.isLatest;
const isNews = (run: JudgedRun) => news?.worse.some((one) => one.run.id === run.runId) === true;
const headed = ({ state, sentence }: RunHead): Seen => ({
  state,
  says: `${sentence.lead} ${sentence.rest}`,
});
const stateFrom = (said: string) => {
  const known = Object.entries(VERDICT_WORDS).find(([, word]) => said.endsWith(word));
  return (known?.[0] ?? "open") as OutcomeState;
};

/** Each place of the web app that shows what is concluded from a run. */
const DOORS: Record<string, Door> = {
  "the page of a run": {
    files: HEAD_FILES,
    read: async ({ runId }) => headed(prepareRunHead(await detailOf(runId))),
  },
  "a run that is shared": {
    files: HEAD_FILES,
    async read({ runId }) {
      const detail = await sharedDetailOf(runId);
      return { ...headed(prepareRunHead(detail)), toGuests: true };
    },
  },
  "the picture of a run": {
    files: HEAD_FILES,
    async read({ runId }) {
      const ctx = await guestOf(runId);
      const name = await nameShared({ ctx });
      if (name === null) return null;
      const detail = await sharedDetailOf(runId);
      const { headline, figure, note } = runWords(detail, name, now);
      const beside = figure === null ? "" : `${figure.value} ${figure.beside} `;
      const state = headline === "Misses its targets" ? "misses" : stateFrom(headline);
      return { state, says: `${beside}${note}`, toGuests: true };
    },
  },
  "a run that is saved as a page": {
    files: HEAD_FILES,
    async read({ runId }) {
      const page = await exportOfflinePage({
        caller: caller(),
        detail: await detailOf(runId),
        view: FIRST_VIEW,
      });
      const [, pill = ""] = /<b class="pill [\w-]+">([^<]*)</.exec(page) ?? [];
      const [, says = ""] = /<h1>(.*?)<\/h1>/s.exec(page) ?? [];
      return { state: stateFrom(pill), says: textOf(says) };
    },
  },
  "the head of an experiment": {
    files: ["experiment/prepare-head.ts"],
    of: isLatest,
    async read({ experimentId, runId }) {
      const detail = await once(`experiment ${experimentId}`, () =>
        caller().experiment.get({ experimentId }),
      );
      return detail.recentRuns[0]?.id === runId ? { state: prepareHead(detail, now).state } : null;
    },
  },
  "the runs of an experiment": {
    files: ["experiment/prepare-head.ts"],
    async read({ experimentId, runId }) {
      const page = await once(`runs of ${experimentId}`, () =>
        caller().experiment.runs({ experimentId, page: 1 }),
      );
      const rows = prepareRunRows({ ...PLAIN_ROWS, runs: page.runs });
      const row = rows.find(({ id }) => id === runId);
      return row === undefined ? null : { state: row.state as OutcomeState };
    },
  },
  "the catalog and the experiments of a service": {
    files: ["catalog/prepare-catalog.ts", "catalog/catalog-sentence.ts"],
    of: isLatest,
    async read({ runId }) {
      const query = readCatalogQuery({});
      const page = await once("catalog", () => caller().catalog.list(query));
      const { groups } = prepareCatalog({ page, query, now });
      const row = groups.flatMap(({ rows }) => rows).find(({ last }) => last?.runId === runId);
      return row === undefined ? null : { state: row.state };
    },
  },
  "what is new since the last visit": {
    files: ["overview/prepare-news.ts"],
    of: isNews,
    async read({ runId }) {
      const line = prepareNews(news, await overview(), now)?.lines.find(({ key }) => key === runId);
      if (line === undefined || line.state === null) return null;
      const [said = ""] = line.words.split(/[.,]/);
      expect(said).toBe(VERDICT_WORDS[line.state]);
      return { state: line.state as OutcomeState };
    },
  },
  "the table below a trend": {
    files: ["trend/prepare-trend.ts", "trend/trend-chart-input.ts"],
    async read({ experimentId, runId }) {
      const query = readTrendQuery({});
      const trend = await once(`trend ${experimentId}`, () => caller().trend.get({ experimentId }));
      const point = prepareTrend(trend, query).points.find(({ id }) => id === runId);
      return point === undefined ? null : { state: point.outcome ?? "pending" };
    },
  },
  "the palette and the picker of runs": {
    files: ["palette/prepare-palette.ts", "run/compare/run-picker.tsx"],
    async read({ runId }) {
      const items = preparePalette({ text: runId, found: await searched(runId), commands: [] }).flatMap(
        (group) => group.items,
      );
      const item = items.find(({ id }) => id === `/runs/${runId}`);
      return item === undefined ? null : { state: stateFrom(item.detail ?? "") };
    },
  },
  "the first runs of a workspace": {
    files: ["first-run/prepare-first-run.ts"],
    async read({ runId }) {
      const { first } = prepareFirstRun((await searched(runId)).runs);
      return first === null ? null : { state: first.state };
    },
  },
};

const HIDDEN = new Set(["comparability", "reference"]);

/** The sentences that a run is described with lead with what decided its outcome. */
function expectSaid(says: string, { name, shown }: JudgedRun): void {
  const said = says.replaceAll("\u00a0", " ");
  const { outcome, reason, lead, words, about, value, unit } = shown;
  const finding = `${about ?? ""}: ${words ?? ""}`;
  if (outcome === "not-judged")
    expect.soft(said, name).toContain(NOT_JUDGED_WORDS[reason as NotJudgedReason]);
  else if (lead?.[0] === "change" && outcome !== "no-change")
    expect.soft(said.toLowerCase(), name).toContain(finding.toLowerCase());
  else if (outcome === "unsure") expect.soft(said, name).toContain(firstSentence(words ?? ""));
  else if (lead?.[0] === "target")
    expect
      .soft({ name, said, isThere: hasFigure(said, value ?? 0, unit) })
      .toEqual({ name, said, isThere: true });
}

describe.each(Object.entries(DOORS))("%s", (_name, { read, of = () => true }) => {
  it("shows each run as it was decided, and no other", async () => {
    const complete = runs.filter(({ isReceiving }) => !isReceiving);
    let count = 0;
    for (const run of complete) {
      const seen = await read(run);
      const { name, shown } = run;
      if (of !== "some") expect({ name, isThere: seen !== null }).toEqual({ name, isThere: of(run) });
      if (seen === null) continue;
      count += 1;
      expect.soft({ name, state: seen.state }).toEqual({ name, state: shown.outcome });
      const isHidden = seen.toGuests === true && HIDDEN.has(shown.lead?.[0] ?? "");
      if (seen.says === undefined) continue;
      if (isHidden && shown.outcome === "unsure")
        expect.soft(seen.says, name).toContain("doesn't settle it.");
      if (!isHidden) expectSaid(seen.says, run);
    }
    expect(count).toBeGreaterThan(0);
  });
});

/** How the sentence of a comparison begins. */
const PAIR_LEADS: Record<PairOutcome, RegExp> = {
  regressed: /^Run \d+ (is slower than|has more errors than) /,
  improved: /^Run \d+ (is faster than|has fewer errors than) /,
  "no-change": /^No difference found between run \d+ and |^Run \d+ and .+ alone show no difference\./,
  "not-comparable": /^Run \d+ and .+ aren't comparable\.|^Run \d+ compared with .+, as quoted[.:]/,
  unsure: /^Unsure: /,
};

const PAIR_DOORS: Record<string, (pair: JudgedPair) => Promise<{ lead: string; rest: string }>> = {
  async "a comparison"({ before, after }) {
    const runIds = [before, after];
    const comparison = await caller().comparison.get({ runIds });
    const statistics = statisticsByRun(await caller().comparison.statistics({ runIds }));
    const sentence = prepareSentence({ comparison, cards: prepareRuns(comparison, [0, 1]), statistics });
    return { lead: sentence.lead, rest: sentence.rest };
  },
  async "a comparison that is shared"({ before, after }) {
    const { comparison, statistics } = await sharedPair([before, after]);
    return prepareSentence({ comparison, cards: prepareRuns(comparison, [0, 1]), statistics });
  },
  async "the picture of a comparison"({ before, after }) {
    const { name, comparison, statistics } = await sharedPair([before, after]);
    const words = comparisonWords({ comparison, positions: [0, 1], statistics }, name, now);
    return { lead: words.headline, rest: words.note };
  },
};

async function sharedPair(runIds: string[], judged?: "level") {
  const [reference = ""] = runIds;
  const ctx = await guestOf({ kind: "comparison", runIds, ...(judged === undefined ? {} : { judged }) });
  return readSharedPair(ctx, { reference, judged: judged ?? null });
}

it("compares a run with its level, as it was judged, for members and guests", async () => {
  const sizes = new Set<number>();
  for (const { runId, name, isReceiving } of runs) {
    if (isReceiving) continue;
    const { reference } = await caller().run.reference({ runId });
    if (reference === null || reference.runs === 1) continue;
    sizes.add(reference.runs);
    const runIds = [reference.id, runId];
    const comparison = await caller().comparison.get({ runIds, judged: "level" });
    const found = await caller().comparison.statistics({ runIds, judged: "level" });
    const cards = prepareRuns(comparison, [0, 1]);
    const side = `the level of main: ${reference.runs} runs, newest run ${reference.number}`;
    expect.soft([name, cards[0]?.side?.words]).toEqual([name, side]);
    expect.soft(cards[0]?.side?.others, name).toHaveLength(reference.runs - 1);
    for (const { metric, before, after } of found.pairs[0]?.statistics?.whole ?? [])
      expect
        .soft(comparison.whole.find((row) => row.metric === metric)?.values, name)
        .toEqual([before, after]);
    const statistics = statisticsByRun(found);
    const shared = await sharedPair(runIds, "level");
    const guests = prepareRuns(shared.comparison, [0, 1]);
    // A link names no branch.
    const told = side.replace(" of main", "");
    expect
      .soft(guests[0]?.side, name)
      .toMatchObject({ name: `the level of ${reference.runs} good runs`, words: told, others: [] });
    expect
      .soft(prepareSentence({ ...shared, cards: guests }), name)
      .toEqual(prepareSentence({ comparison, cards, statistics }));
    const picture = comparisonWords({ ...shared, positions: [0, 1] }, shared.name, now);
    expect.soft(picture.context, name).toContain(told);
  }
  expect(Math.max(...sizes)).toBeGreaterThan(2);
});

it.each(Object.entries(PAIR_DOORS))("%s shows each pair as it was judged", async (_name, look) => {
  for (const pair of pairs) {
    const { outcome, about } = pair.shown;
    const said = await look(pair);
    const matching = Object.entries(PAIR_LEADS).flatMap(([one, words]) =>
      words.test(said.lead) ? [one] : [],
    );
    expect.soft({ name: pair.name, lead: said.lead, outcome: matching[0] }).toMatchObject({
      name: pair.name,
      outcome,
    });
    if (pair.isOfLabels) expect.soft(said.rest, pair.name).toContain(about);
  }
});

it("rounds show each pair as it was judged", async () => {
  for (const { name, before, after, shown } of pairs) {
    const rounds = { by: "runs" as const, before: [before], after: [after] };
    const ctx = world.home.viewer;
    const found = await getRoundsComparison({ ctx, input: { serviceSlug: "checkout", rounds, webUrl } });
    const given = await getComparisonStatistics({ ctx, input: { pairs: pairsOf(found.rows) } });
    const row = prepareRounds(found, given).rows.find((one) => one.outcome !== null);
    expect.soft({ name, outcome: row?.outcome }).toEqual({ name, outcome: shown.outcome });
  }
});

describe("a run that gates asked about with options of their own", () => {
  it("says what they were answered on its page, and not to guests", async () => {
    for (const { runId, query, shown, name } of asked) {
      const inside = await detailOf(runId);
      const outside = await sharedDetailOf(runId);
      const word = RUN_OUTCOME_WORDS[shown.outcome ?? "not-judged"].toLowerCase();
      const against = againstOf(query);
      expect.soft(notesOf(inside), name).toContain(`CI judged it ${against}: ${word}.`);
      expect.soft(notesOf(outside).join(" "), name).not.toContain("CI judged");
    }
  });
});

const notesOf = (detail: RunDetail) => prepareRunHead(detail).notes.map(({ words }) => words);

function againstOf({ baseline, commit }: AskedRun["query"]): string {
  if (commit !== undefined) return "against its merge base";
  if (baseline === undefined) return "by limits of its own";
  if (baseline === "pinned") return "against the experiment's baseline";
  return baseline === "last-good" ? "against the last good run" : "against a run that it named";
}

it("says on a run's page how its outcome changed since", async () => {
  for (const { runId, answer, name } of runs.filter(({ isReceiving }) => !isReceiving)) {
    const notes = notesOf(await detailOf(runId)).filter((note) => note.startsWith("It was first"));
    const { changed } = answer;
    expect(notes, name).toHaveLength(changed === undefined ? 0 : 1);
    if (changed === undefined) continue;
    const first = RUN_OUTCOME_WORDS[changed.first].toLowerCase();
    const causes = changed.by.map((cause) => `(the|its|the verdicts on its) ${cause}`).join(" and ");
    const told = `^It was first judged “${first}”\\. That changed on .* because of ${causes}\\.$`;
    expect(notes[0]).toMatch(new RegExp(told));
  }
});

it("says in a badge what the latest run shows", async () => {
  for (const { experimentId, shown, name, isLatest: latest } of runs) {
    if (!latest || !BADGED.includes(name)) continue;
    const { path } = await setBadge({ ctx: world.home.owner, input: { experimentId, body: { on: true } } });
    const token = /^\/badge\/(.+)\.svg$/.exec(path ?? "")?.[1] ?? "";
    const badge = drawBadge(await openBadge({ services: world.test.services, input: { token } }));
    const word = RUN_OUTCOME_WORDS[shown.outcome ?? "not-judged"].toLowerCase();
    expect(badge, name).toMatch(new RegExp(`<title>[^<]*: ${word}`));
  }
});

it("is shown nowhere else in the web app", () => {
  const files = Object.values(DOORS).flatMap((door) => door.files);
  const named = [...files, ...OTHER_FILES, ...Object.keys(NOT_DOORS)];
  expect(filesThatShow(import.meta.dirname)).toEqual([...new Set(named)].toSorted());
});
