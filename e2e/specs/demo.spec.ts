import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "@playwright/test";
import {
  demo as wholeDemo,
  publishedDemo,
  publishedResults,
  publishedWorkload,
  runLiveDay,
  seed,
} from "@headroom/demo";
import type { Demo } from "@headroom/demo";
import { STORIES, storyTag } from "@headroom/demo/stories";
import { expect, expectReadable, test } from "../src/fixtures.ts";
import { product } from "../src/product.ts";

const [least = 0, most = 0] = publishedWorkload.targets.value.map((target) => numbersOf(target).at(-1) ?? 0);
const ROUNDS = "/comparisons/rounds?service=recommendation-service&key=round&before=1&after=2";

const demo = publishedDemo(new Date());

test("the published demo shows its figures on every page, and no others", async ({ page, workspace }) => {
  test.slow();
  const urls: string[] = [];
  await seed(demo, { ingestUrl: product.ingestUrl, ...workspace }, (run, posted) => {
    urls[demo.runs.indexOf(run)] = posted.run.url;
  });

  await page.goto(ROUNDS);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "By the tools' own figures, both pairs are better. 1 still misses its targets, 1 now meets its targets. 6 experiments have no pair yet.",
  );
  const table = page.getByRole("table", { name: "First round to second round" });
  for (const { experiment } of demo.experiments) {
    const row = await table.getByRole("row", { name: experiment }).innerText();
    const shown = numbersOf(row.replaceAll(experiment, "").replaceAll(/[\d,.]+(x|%)/g, ""));
    const results = publishedResults.filter((result) => result.experiment === experiment);
    const figures = results.flatMap((one) => [one.requestsPerSecond.value, one.p99Millis.value]);
    expect(new Set(shown), experiment).toEqual(new Set(figures));
  }
  await expectReadable(page);

  for (const [at, { requestsPerSecond, p99Millis, remarks }] of publishedResults.entries()) {
    const [rate, p99] = [requestsPerSecond.value, p99Millis.value];
    await page.goto(urls[at] ?? "");
    await expect(page.getByText("Published: ")).toBeVisible();
    const shown = await figuresOn(page);
    for (const figure of [rate, p99]) expect(shown).toContain(figure);
    const derived = [least, most, Math.abs(rate - least), Math.abs(p99 - most)];
    const quoted = [requestsPerSecond.quote, ...remarks].flatMap(numbersOf);
    const allowed = [rate, p99, ...derived, ...quoted];
    expect(shown.filter((one) => !allowed.includes(one))).toEqual([]);
  }
});

test("the first story leads from its page to the rounds, the risk and the peak", async ({
  page,
  workspace,
}) => {
  test.slow();
  await seed(demo, { ingestUrl: product.ingestUrl, ...workspace }, () => undefined);
  const story = STORIES[0];
  if (story === undefined) throw new Error("no story");
  await page.goto("/");
  await page.getByRole("region", { name: "Start here" }).getByRole("link", { name: story.question }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(story.lead);
  await expectFigures(page, story);
  await expectReadable(page);

  const address = page.url();
  const open = async (label: string) => {
    await page.goto(address);
    await page.getByRole("link", { name: label }).click();
  };
  await open("Open the experiments");
  await expect(page.getByRole("link", { name: "Mixed requests" })).toBeVisible();
  await open("Open Bigtable >200k distinct");
  await expect(page.getByRole("main")).toContainText("14,010");
  await open("Open the two rounds");
  const rounds = page.getByRole("table", { name: "First round to second round" });
  await expect(rounds.getByRole("row", { name: "Bigtable campaign" })).toContainText("258,640");

  await open("Open the readiness report");
  const main = page.getByRole("main");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("At risk");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    "Tests measured 4.11x the expected peak, with an accepted risk. 1.5x is required.",
  );
  await expect(main).toContainText("was measured on shadow deployment. The peak takes place on production.");
  await expect(main).toContainText("we decided that we would still be fine");
  await open("Open the peak day");
  await expect(main).toContainText("9,802");
  await expect(main).toContainText("40,269");
});

test("the live peak day moves, with the published shares, beside what was published", async ({
  page,
  workspace,
}) => {
  test.slow();
  const to = { ingestUrl: product.ingestUrl, ...workspace };
  await seed(partOf("green-saturday"), to, () => undefined);
  const stop = new AbortController();
  let ready: () => void = () => undefined;
  const isReady = new Promise<void>((resolve) => (ready = resolve));
  const world = { now: Date.now, sleep: delay, say: () => undefined, stop: stop.signal };
  const options = { isFirst: true, id: "journey", morningMillis: 10 * 60_000, onReady: () => ready() };
  const live = runLiveDay(options, to, world);
  await Promise.race([isReady, live]);
  const { open, main } = await openStory(page, "green-saturday");
  await open("Open the peak day");
  const headline = page.getByRole("heading", { level: 1 });
  await expect(headline).toContainText(/1,[3-7]\d\d\sreq\/s in the last minute/, { timeout: 60_000 });
  const before = await headline.innerText();
  await expect(headline).not.toHaveText(before, { timeout: 60_000 });
  await expect(main).toContainText("Simulated");
  await expect(page.getByRole("listitem").filter({ hasText: "Busiest label" })).toContainText(/5[23]\.\d/);
  await open("Open the published peak");
  await expect(main).toContainText("100,000");
  await expect(main).toContainText("80");
  await open("Open the readiness report");
  await expect(headline).toContainText("No experiment represents the peak.");
  stop.abort();
  await live;
});

test("the ramps break, or stop growing, where their story says", async ({ page, workspace }) => {
  test.slow();
  await seed(partOf("ramps"), { ingestUrl: product.ingestUrl, ...workspace }, () => undefined);
  const { open, main } = await openStory(page, "ramps");
  await open("Open the first ramp");
  await expect(main).toContainText("Simulated");
  const brokeAt = await usersIn(page, /It breaks between [\d,]+ and ([\d,]+) users: throughput falls/);
  expect(brokeAt).toBeGreaterThan(650);
  expect(brokeAt).toBeLessThan(780);
  await open("Open the second ramp");
  const knee = await usersIn(page, /Throughput rises with the load up to about ([\d,]+) users/);
  expect(knee).toBeGreaterThan(380);
  expect(knee).toBeLessThan(560);
});

test("the queue's last run meets its target, and the first shows a plateau", async ({ page, workspace }) => {
  test.slow();
  await seed(partOf("queue"), { ingestUrl: product.ingestUrl, ...workspace }, () => undefined);
  const { open, main } = await openStory(page, "queue");
  await open("Open the first run");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    /Misses (its target|both targets|(\d+ of|all) \d+ targets)\. max consumer lag 16,000/,
  );
  await open("Open its gauges");
  const units = page.getByRole("tabpanel").getByRole("row", { name: /write units/ });
  await expect(units).toContainText(/Stayed .*11,000.*, while .* rose/);
  await open("Open the last run");
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    "A simulator sent its requests, or some of them. max consumer lag 7,250",
  );
  await open("Open the three runs side by side");
  await expect(main).toContainText("Consume the peak (simulated)");
  await expectSideBySide(page);
});

test("the long run has requests, rows and slices", async ({ page, workspace }) => {
  test.slow();
  await seed(partOf("long-run"), { ingestUrl: product.ingestUrl, ...workspace }, () => undefined);
  const { open, main } = await openStory(page, "long-run");
  await open("Open the published run");
  for (const figure of ["17,200", "250", "1.46", "2.94"]) await expect(main).toContainText(figure);
  await open("See what it costs");
  await expect(main.getByText("$0.004/s", { exact: true })).toBeVisible();
  const costs = page.getByRole("table", { name: "Metrics" });
  await expect(costs.getByRole("row", { name: /^cost of 1M requests/ })).toContainText("≥ $0.229");
  await expect(costs.getByRole("row", { name: /^cost of 1M items/ })).toContainText("≥ $0.186");
  await expect(main).toContainText("Costs are computed: $0.004/s, divided by what succeeded in that time.");
  await open("Open the slices");
  // The first minute is only whole if the run began with it.
  await expect(page.getByRole("tabpanel")).toContainText(/Slices 7(19|20)/);
  await open("Open the gauges");
  const gauges = page.getByRole("tabpanel");
  await expect(gauges.getByRole("row", { name: /cpu/ })).toContainText(/6\d(\.\d)?–7\d/);
  await expect(gauges.getByRole("row", { name: /storage/ })).toBeVisible();
});

/** What the article says of the three runs, read from their gauges. */
async function expectSideBySide(page: Page): Promise<void> {
  await page.getByText(/^Values of \d+ gauges$/).click();
  const table = page.getByRole("table", { name: "Gauges of the runs" });
  const rows = (gauge: string) =>
    table
      .getByRole("rowgroup")
      .filter({ hasText: gauge })
      .getByRole("row", { name: /run \d/ });
  for (const [at, lag] of ["16,000", "29,000", "7,250"].entries())
    await expect(rows("consumer lag").nth(at)).toContainText(`${lag} messages at`);
  for (const at of [0, 1])
    await expect(rows("write units").nth(at)).toContainText(/11,000\/min from [\d:]+ to/);
  await expect(rows("write units").nth(2)).not.toContainText(" from ");
  for (const gauge of ["consumer lag", "cpu", "instances", "write units"])
    await expect(page.getByRole("slider", { name: `Time in the runs, ${gauge}` })).toBeVisible();
  await expectReadable(page);
}

/** The number of users in a sentence of the page. */
async function usersIn(page: Page, sentence: RegExp): Promise<number> {
  const panel = page.getByRole("region", { name: "Capacity", exact: true });
  await expect(panel).toContainText(sentence);
  const [, found = ""] = sentence.exec(await panel.innerText()) ?? [];
  return Number(found.replaceAll(",", ""));
}

/** What the demo has of one story. */
function partOf(slug: string): Demo {
  const whole = wholeDemo(new Date());
  const experiments = whole.experiments.filter(({ tags }) => tags.includes(storyTag(slug)));
  const names = new Set(experiments.map(({ experiment }) => experiment));
  return {
    experiments,
    runs: whole.runs.filter(({ experiment }) => names.has(experiment)),
    peakDays: [],
    risks: [],
    gamedays: [],
  };
}

/** The page of a story, with the figures of its list, and its links. */
async function openStory(page: Page, slug: string) {
  const story = STORIES.find((one) => one.slug === slug);
  if (story === undefined) throw new Error(`There is no story ${slug}.`);
  await page.goto(`/stories/${slug}`);
  await expectFigures(page, story);
  const open = async (label: string) => {
    await page.goto(`/stories/${slug}`);
    await page.getByRole("link", { name: label }).click();
    await expect(page).not.toHaveURL(/\/stories\//);
  };
  return { open, main: page.getByRole("main") };
}

/** The figures on a story's page are those of its list: no more, and no fewer. */
async function expectFigures(page: Page, { published }: (typeof STORIES)[number]): Promise<void> {
  const texts = published.map(({ text }) => text);
  const rows = page.getByRole("table", { name: "Published figures" }).getByRole("row");
  await expect(rows).toHaveCount(published.length + 1);
  for (const [at, { what, text, quote }] of published.entries()) {
    const row = rows.nth(at + 1);
    for (const part of [what, text, quote]) await expect(row).toContainText(part);
  }
  const marked = await page.locator("[data-published]").allInnerTexts();
  expect(marked.length).toBeGreaterThan(0);
  expect(marked.filter((text) => !texts.includes(text))).toEqual([]);
}

/** Every throughput and latency on a page. */
async function figuresOn(page: Page): Promise<number[]> {
  const text = await page.getByRole("main").innerText();
  return [...text.matchAll(/([\d,.]*\d)\s*(?:ms|req\/s|requests)\b/g)].flatMap(([found]) => numbersOf(found));
}

function numbersOf(text: string): number[] {
  return [...text.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([found]) => Number(found.replaceAll(",", "")));
}
