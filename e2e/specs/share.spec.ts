import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectReadable, test } from "../src/fixtures.ts";
import { jmeterResults } from "../src/jmeter-results.ts";
import { product } from "../src/product.ts";
import { share, shareButton, stranger } from "../src/share.ts";

const labels = { "GET /search": 20, "POST /pay": 60 };
const body = jmeterResults({ seconds: 120, perSecond: 40, labels });
const slower = jmeterResults({ seconds: 120, perSecond: 40, labels: { "GET /search": 40, "POST /pay": 90 } });
const targets = ["throughput >= 10/s", "p99 <= 2 s", "error rate <= 0.1%"];

/** The rows of a chart, as its table shows them. */
async function tableOf(page: Page, chart: string): Promise<string[]> {
  const figure = page.getByRole("figure", { name: chart, exact: true });
  await figure.getByRole("button", { name: "as a table" }).click();
  await expect(figure.getByRole("row").first()).toBeVisible();
  return figure.getByRole("row").allInnerTexts();
}

test("a run is shown to anyone with the link, counted, and gone as soon as the link is revoked", async ({
  upload,
  page,
  browser,
}) => {
  const { run } = await upload({ experiment: "Peak mix", body, targets, parameters: { notes: "for Ada" } });
  await page.goto(run.url);
  const address = await share(page);
  const guest = await stranger(browser);
  const answer = await guest.goto(address);
  expect(answer?.status()).toBe(200);
  expect(answer?.headers()).toMatchObject({
    "x-robots-tag": "noindex, nofollow, noarchive",
    "referrer-policy": "no-referrer",
  });
  expect(answer?.headers()["cache-control"]).toContain("no-store");
  await expect(guest.getByRole("heading", { level: 1 })).toContainText("Holds.");
  await expect(guest.getByRole("region", { name: "Targets" }).getByRole("listitem")).toHaveCount(3);
  await expect(guest.getByRole("table", { name: "Labels" })).toContainText("POST /pay");
  await expect(guest.locator(".recharts-surface").first()).toBeVisible();
  await expect(guest.getByRole("heading", { name: "Latency heatmap" })).toBeVisible();
  const point = page.getByText(/^Each point covers/).first();
  const [step = ""] = /covers [^.]+/.exec(await point.innerText()) ?? [];
  await expect(guest.getByText(`Each point ${step}`).first()).toBeVisible();
  await expect(guest.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  await expect(guest).toHaveTitle("Run 1: Peak mix · Headroom");
  await expect(guest.locator('meta[property="og:title"]')).toHaveAttribute("content", "Run 1: Peak mix");
  const html = await guest.content();
  for (const own of ["for Ada", "journey-", "Sign out", "/runs/"]) expect(html).not.toContain(own);
  await expect(guest.locator("a[href^='/']:not([href^='/share/'])")).toHaveCount(0);

  await page.request.fetch(address, { method: "HEAD" });
  await page.reload();
  await shareButton(page).click();
  const listed = page.getByRole("dialog").getByRole("region", { name: "Existing links" });
  await expect(listed).toContainText("Opened once");
  await listed.getByRole("button", { name: "Revoke" }).click();
  await expect(listed).toContainText("Revoked");
  expect((await guest.goto(address))?.status()).toBe(404);
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText(
    "This link is invalid or no longer works.",
  );
});

test("nothing else is reachable with it", async ({ upload, page, browser }) => {
  const [shown, hidden] = [
    await upload({ experiment: "Peak mix", body }),
    await upload({ experiment: "Peak mix", body: slower }),
  ];
  await page.goto(shown.run.url);
  const address = await share(page);
  const guest = await stranger(browser);
  await guest.goto(address);
  for (const path of [
    `/runs/${shown.run.id}`,
    `/runs/${hidden.run.id}`,
    `/comparisons?runs=${shown.run.id},${hidden.run.id}`,
    "/experiments",
  ]) {
    await guest.goto(`${product.webUrl}${path}`);
    await expect(guest).toHaveURL(/\/sign-in/);
  }
  const ask = (procedure: string, input: object) =>
    guest.request.get(
      `${product.webUrl}/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify({ json: input }))}`,
    );
  for (const { run } of [shown, hidden]) {
    expect((await ask("run.get", { runId: run.id })).status()).toBe(401);
    expect((await ask("share.list", { subject: { kind: "run", runId: run.id } })).status()).toBe(401);
  }
  const secret = address.split("/").at(-1) ?? "";
  for (const wrong of [secret.slice(1), `${secret}A`, hidden.run.id, shown.run.id])
    expect((await guest.goto(`${product.webUrl}/share/${wrong}`))?.status()).toBe(404);
});

test("a passphrase is required, and works without scripts", async ({ upload, page, browser }) => {
  const { run } = await upload({ experiment: "Peak mix", body, targets });
  await page.goto(run.url);
  await shareButton(page).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(/^Passphrase/).fill("short");
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog.getByRole("alert")).toContainText("A passphrase needs at least 8 characters.");
  const address = await share(page, { passphrase: "correct horse", days: "7" });
  await expect(dialog.getByRole("region", { name: "Existing links" })).toContainText("with a passphrase");

  const guest = await stranger(browser, { javaScriptEnabled: false });
  await guest.goto(address);
  await expect(guest.getByRole("heading", { level: 1 })).toHaveText("Enter the passphrase.");
  expect(await guest.content()).not.toContain("Peak mix");
  await guest.getByLabel("Passphrase").fill("wrong horse");
  await guest.getByRole("button", { name: "Open report" }).click();
  await expect(guest.getByText("Wrong passphrase.")).toBeVisible();
  await guest.getByLabel("Passphrase").fill("correct horse");
  await guest.getByRole("button", { name: "Open report" }).click();
  await expect(guest.getByRole("heading", { level: 1 })).toContainText("Holds.");
  const [cookie] = await guest.context().cookies();
  expect(cookie).toMatchObject({ name: "headroom_share", httpOnly: true, sameSite: "Strict" });
  expect(cookie?.path).toMatch(/^\/share\//);
});

test("the picture of a link names nothing that its page wouldn't show without a passphrase", async ({
  upload,
  page,
  browser,
}) => {
  const { run } = await upload({ experiment: "Peak mix", body, targets });
  await page.goto(run.url);
  const guest = await stranger(browser);
  const pictureOf = async (address: string) => {
    const answer = await guest.request.get(`${address}/picture`);
    expect(answer.status()).toBe(200);
    expect(answer.headers()).toMatchObject({
      "content-type": "image/png",
      "cache-control": "private, max-age=60",
    });
    return answer.body();
  };
  const nameless = await pictureOf(`${product.webUrl}/share/nothing`);
  const locked = await share(page, { passphrase: "correct horse" });
  expect((await pictureOf(locked)).equals(nameless)).toBe(true);

  const open = await share(page);
  await guest.goto(open);
  const image = guest.locator('meta[property="og:image"]');
  await expect(image).toHaveAttribute("content", `${open}/picture`);
  await expect(guest.locator('meta[name="twitter:card"]')).toHaveAttribute("content", "summary_large_image");
  const picture = await pictureOf(open);
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([1_200, 630]);
  expect(picture.equals(nameless)).toBe(false);

  const links = page.getByRole("dialog").getByRole("region", { name: "Existing links" });
  for (const left of [1, 0]) {
    await links.getByRole("button", { name: "Revoke" }).first().click();
    await expect(links.getByRole("button", { name: "Revoke" })).toHaveCount(left);
  }
  expect((await pictureOf(open)).equals(nameless)).toBe(true);
});

test("a shared comparison and its rounds show what differs and how certain that is", async ({
  upload,
  page,
  browser,
  request,
  workspace,
}) => {
  test.slow();
  const round = (name: string) => ({ parameters: { configuration: `round=${name}` } });
  const [before, after] = [
    await upload({ experiment: "Peak mix", body, targets, ...round("1") }),
    await upload({ experiment: "Peak mix", body: slower, targets, ...round("2") }),
  ];
  for (const [{ run }, cpu] of [
    [before, 40],
    [after, 70],
  ] as const) {
    const at = (seconds: number) => Date.parse(run.startedAt) / 1_000 + seconds;
    const data = ["time,cpu (%)", ...[10, 20, 30].map((seconds) => `${at(seconds)},${cpu}`)].join("\n");
    const headers = { authorization: `Bearer ${workspace.ingestToken}`, "content-type": "text/csv" };
    const sent = await request.post(`${product.ingestUrl}/v1/runs/${run.id}/gauges`, { headers, data });
    expect(sent.status(), await sent.text()).toBe(200);
  }
  await page.goto(`/comparisons?runs=${before.run.id},${after.run.id}`);
  const address = await share(page);
  const guest = await stranger(browser);
  const asked: string[] = [];
  guest.on("request", (one) => asked.push(new URL(one.url()).pathname));
  await guest.goto(address);
  await expect(guest.getByRole("listitem", { name: "Run 1" })).toContainText("reference");
  await expect(guest.getByRole("table", { name: "Figures" })).toContainText("slower");
  await expect(guest.getByRole("heading", { level: 1 })).not.toContainText("Checking", { timeout: 60_000 });

  await page.keyboard.press("Escape");
  // The same series as members see, drawn from what came with the page.
  for (const name of ["p99", "Percentile curve"]) {
    const [mine, theirs] = await Promise.all([page, guest].map((reader) => tableOf(reader, name)));
    expect(theirs?.length).toBeGreaterThan(2);
    expect(theirs).toEqual(mine);
  }
  // Neither cpu ever moved, but they differ.
  await guest.getByText("Values of 1 gauge").click();
  await expect(guest.getByRole("table", { name: "Gauges of the runs" })).toContainText("70% at 0:10");
  await expect(guest.getByRole("region", { name: "Evidence" }).getByRole("figure")).toHaveCount(2);
  expect(asked.filter((path) => path.startsWith("/api/"))).toEqual([]);
  expect(await guest.content()).not.toContain(`/runs/${before.run.id}`);

  await page.goto("/comparisons/rounds?service=shop&key=round&before=1&after=2");
  const roundsOn = (reader: Page) => ({
    sentence: reader.getByRole("heading", { level: 1 }),
    row: reader.getByRole("row", { name: /^Peak mix/ }),
  });
  const [mine, theirs] = [roundsOn(page), roundsOn(guest)];
  await expect(mine.sentence).toContainText(
    "Unsure: the only pair differs in its two runs. It meets its targets.",
  );
  const [live, frozen] = [await share(page), await share(page, { frozen: true })];
  await page.keyboard.press("Escape");
  await guest.goto(frozen);
  await expect(guest).toHaveTitle("Shop, round 1 and round 2 · Headroom");
  await expect(guest.getByText("This comparison is frozen.")).toBeVisible();
  await expect(guest.getByText("Nothing has changed since.")).toBeVisible();
  const figures = await theirs.row.innerText();
  expect(figures).toMatch(/40\.\d → 40\.\d/);
  expect(figures.split("\n")[1]).toEqual((await mine.row.innerText()).split("\n")[1]);
  await expect(guest.getByRole("region", { name: "Evidence" }).getByRole("figure")).toHaveCount(2);
  await expect(guest.locator("a[href^='/']:not([href^='/share/'])")).toHaveCount(0);

  const far = jmeterResults({ seconds: 60, perSecond: 10, labels: { "GET /search": 4_000 } });
  await upload({ experiment: "Peak mix", body: far, targets, ...round("2") });
  // All who open a link within a second share one answer.
  await expect(async () => {
    await guest.reload();
    await expect(guest.getByText("Later runs contradict this comparison.")).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(guest.getByText("Peak mix: run 3 missed a target.")).toBeVisible();
  expect(await theirs.row.innerText()).toBe(figures);
  await guest.goto(live);
  await expect(theirs.row).toContainText("Now missed");
  await expect(theirs.sentence).toContainText("It now misses its targets.");
  expect(asked.filter((path) => path.startsWith("/api/"))).toEqual([]);
});

test("a shared comparison keeps its places and its reference", async ({ upload, page, browser }) => {
  const [before, after] = [
    await upload({ experiment: "Peak mix", body, targets }),
    await upload({ experiment: "Peak mix", body: slower, targets }),
  ];
  await page.goto(`/comparisons?runs=${before.run.id},,${after.run.id}&ref=${after.run.id}`);
  const guest = await stranger(browser);
  await guest.goto(await share(page));
  await expect(guest.getByRole("listitem", { name: "Run 1" })).not.toContainText("reference");
  await expect(guest.getByRole("listitem", { name: "Run 2" })).toContainText("reference");
  await expect(guest.getByRole("table", { name: "Figures" })).toContainText("faster");
});

test("the pages of a link are accessible and as wide as the screen", async ({ upload, page, browser }) => {
  const { run } = await upload({ experiment: "Peak mix", body, targets });
  await page.goto(run.url);
  const locked = await share(page, { passphrase: "correct horse" });
  await expectAccessible(page);
  const open = await share(page);
  await page.keyboard.press("Escape");
  await expect(shareButton(page)).toBeFocused();

  const guest = await stranger(browser);
  for (const [address, heading] of [
    [open, "Holds."],
    [locked, "Enter the passphrase."],
    [`${product.webUrl}/share/nothing`, "no longer works"],
  ] as const) {
    await guest.goto(address);
    await expect(guest.getByRole("heading", { level: 1 })).toContainText(heading);
    if (address === open) await expect(guest.locator(".recharts-surface").first()).toBeVisible();
    await expectReadable(guest);
  }
});
