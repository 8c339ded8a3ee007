import type { Page } from "@playwright/test";
import { expect, expectReady, test, untilJudged } from "../src/fixtures.ts";
import { jmeterResults } from "../src/jmeter-results.ts";
import { readPdf } from "../src/read-pdf.ts";
import { share, stranger } from "../src/share.ts";

const results = (day: number, slower = 1) =>
  jmeterResults({ seconds: 60, perSecond: 40, labels: { "GET /search": 20 * slower, "POST /pay": 60 }, day });

interface Case {
  experiment: string;
  targets: readonly string[];
  /** Runs of the same level before it. */
  earlier: number;
  slower: number;
  says: RegExp;
}

const CASES: Record<string, Case> = {
  holds: {
    experiment: "Holding",
    targets: ["p99 <= 2 s"],
    earlier: 0,
    slower: 1,
    says: /^Holds\. p99 [\d.]+ s \(target 2 s\)\./,
  },
  misses: {
    experiment: "Missing",
    targets: ["p99 <= 20 ms"],
    earlier: 0,
    slower: 1,
    says: /^Misses its target\. p99 \d+ ms \(target 20 ms\)\./,
  },
  unsure: {
    experiment: "Doubted",
    targets: ["p99.99 <= 2 s"],
    earlier: 0,
    slower: 1,
    says: /^Unsure\. p99\.99 is .* Too few requests/,
  },
  "not judged": {
    experiment: "Bare",
    targets: [],
    earlier: 0,
    slower: 1,
    says: /^Not judged\. It has no targets, and there is no run to judge it against\./,
  },
  "no change": {
    experiment: "Steady",
    targets: [],
    earlier: 4,
    slower: 1,
    says: /^No change\. 4\d(\.\d)? req\/s, p99/,
  },
  regressed: {
    experiment: "Slower",
    targets: ["p99 <= 2 s"],
    earlier: 4,
    slower: 3,
    says: /^Regressed\. p\d+ of "GET \/search": \d.* before, \d.* now, \+\d+(\.\d)?% \(95% interval /,
  },
};

const sentenceOf = async (page: Page) => {
  await expectReady(page);
  const words = await page.getByRole("heading", { level: 1 }).innerText();
  return words.replaceAll(/\s+/g, " ");
};
const lettersOf = (text: string) => text.replaceAll(/\s/g, "");

/** What it was compared with is side A of the comparison that its page links. */
async function expectLevelBehind(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole("link", { name: "Compare vs the level of 4 good runs" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(
    /Run 5 is slower than the level of 4 good runs/,
  );
  const level = page.getByRole("listitem", { name: "The level of 4 good runs", exact: true });
  await level.getByText(/^The other 3 runs/).click();
  await expect(level.getByRole("link", { name: /^run \d$/ })).toHaveText([
    "run 4",
    "run 3",
    "run 2",
    "run 1",
  ]);
  await page.getByRole("button", { name: "Swap sides" }).click();
  await expect(page.getByRole("listitem", { name: "Run 5", exact: true })).toBeVisible();
  await expect(page).toHaveTitle(/^Run 5 → 4: /);
}

for (const [outcome, { experiment, targets, earlier, slower, says }] of Object.entries(CASES))
  test(`a run that is ${outcome} is so on its page, shared, printed and in its picture`, async ({
    upload,
    page,
    browser,
    request,
    workspace,
  }) => {
    test.slow();
    for (let day = 0; day < earlier; day += 1) {
      const before = await upload({ experiment, targets, body: results(day) });
      await untilJudged(workspace, request, before);
    }
    const uploaded = await upload({ experiment, targets, body: results(earlier, slower) });
    await untilJudged(workspace, request, uploaded);
    await page.goto(uploaded.run.url);
    const sentence = await sentenceOf(page);
    expect(sentence).toMatch(says);
    const pill = await page
      .locator("main header")
      .getByText(new RegExp(`^${outcome}$`, "i"))
      .innerText();
    expect(pill.toLowerCase()).toBe(outcome);

    const address = await share(page);
    const guest = await stranger(browser);
    await guest.goto(address);
    expect(await sentenceOf(guest)).toBe(sentence);
    await expect(guest.locator("main header").getByText(pill, { exact: true })).toBeVisible();
    const pages = await readPdf(await guest.pdf({ preferCSSPageSize: true }));
    expect(lettersOf(pages.map(({ text }) => text).join(""))).toContain(lettersOf(sentence));
    const picture = await guest.request.get(`${address}/picture`);
    expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/png"]);
    if (outcome === "regressed") await expectLevelBehind(page, uploaded.run.url);
  });
