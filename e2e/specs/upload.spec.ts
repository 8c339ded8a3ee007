import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, expectReadable, test } from "../src/fixtures.ts";
import { jmeterResults } from "../src/jmeter-results.ts";
import { product } from "../src/product.ts";

// One slows the network down.
test.use({ ownContext: true });

const formats = join(import.meta.dirname, "../../packages/formats/src/file");
const fixture = (path: string) => join(formats, path);

/** Of another generator. */
const other = jmeterResults({ seconds: 60, perSecond: 60, labels: { "GET /search": 21, "POST /pay": 61 } });
const jmeter = jmeterResults({ seconds: 60, perSecond: 60, labels: { "GET /search": 20, "POST /pay": 60 } });
const file = (name: string, text: string | Buffer) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(text),
});

/** What the browser does itself when a file is dropped on a file chooser. */
const dropScript = (name: string, text: string) => `(() => {
  const dropped = new DataTransfer();
  dropped.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
  const chooser = document.querySelector('input[type="file"]');
  chooser.files = dropped.files;
  chooser.dispatchEvent(new Event("change", { bubbles: true }));
})()`;

const files = (page: Page) => page.getByRole("list", { name: "Files", exact: true }).getByRole("listitem");
const choose = (page: Page, chosen: Parameters<ReturnType<Page["getByLabel"]>["setInputFiles"]>[0]) =>
  page.getByLabel(/^(Choose|Add) result files$/).setInputFiles(chosen);

const destination = (page: Page) => page.getByRole("combobox", { name: "Service and experiment" });
const nameExperiment = (page: Page, experiment: string) => destination(page).fill(`Shop / ${experiment}`);

async function expectRun(page: Page) {
  await expect(page).toHaveURL(/\/runs\/[0-9a-f-]{36}$/);
}

test("a JMeter file is known before it is sent, judged by targets read as they are written, and becomes a run", async ({
  page,
}) => {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().startsWith(product.ingestUrl) && request.method() === "POST")
      sent.push(new URL(request.url()).pathname);
  });
  await page.goto("/upload");
  await expect(page.getByRole("button", { name: "Send" })).toBeDisabled();
  await choose(page, file("results.jtl", jmeter));
  await expect(files(page)).toContainText("JMeter");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Ready to send");
  expect(sent).toEqual(["/v1/detect"]);

  await nameExperiment(page, "Peak mix");
  await page.getByLabel("Targets, one per line").fill("p99 < fast");
  await expect(page.getByRole("list", { name: "Targets as Headroom reads them" })).toContainText(
    "at character 7",
  );
  await expect(page.getByRole("button", { name: "Send" })).toBeDisabled();
  await page.getByLabel("Targets, one per line").fill("p99<=2s\nerror rate <= 0.1 %");
  await expect(page.getByRole("list", { name: "Targets as Headroom reads them" })).toContainText(
    "p99 <= 2 s",
  );
  await page.getByLabel("Environment").fill("staging");
  await page.getByRole("button", { name: "Send" }).click();
  await expectRun(page);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Holds.");
  expect(sent).toEqual(["/v1/detect", "/v1/runs"]);

  await page.goto("/upload");
  await destination(page).click();
  await page.getByRole("option", { name: "Peak mix" }).click();
  await expect(destination(page)).toHaveValue("Shop / Peak mix");
  await expect(page.getByText("The run will be added to “Peak mix” in “Shop”.")).toBeVisible();
});

test("the service and the experiment are searched for, chosen or created by keyboard", async ({
  page,
  upload,
}) => {
  for (const experiment of ["Peak mix", "Ramp"]) await upload({ experiment, body: jmeter });
  await page.goto("/upload");
  const field = destination(page);
  await field.focus();
  await expect(page.getByRole("listbox")).toBeHidden();
  await page.keyboard.type("ramp");
  const options = page.getByRole("listbox", { name: "Experiments" }).getByRole("option");
  await expect(options).toHaveText(["Ramp"]);
  await expect(page.getByRole("button", { name: "Send" })).toBeDisabled();
  await page.keyboard.press("ArrowDown");
  await expect(field).toHaveAttribute("aria-activedescendant", /.+/);
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue("Shop / Ramp");
  await expect(field).toHaveAttribute("aria-expanded", "false");
  await expect(field).toBeFocused();

  await field.fill("shop / Black Friday mix");
  await expect(options).toHaveText(["New experiment “Black Friday mix” in Shop"]);
  await expect(
    page.getByText("A new experiment “Black Friday mix” in “Shop” will be created."),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(options).toHaveCount(0);
  await expect(field).toHaveValue("shop / Black Friday mix");

  await field.fill("Checkout / Black Friday mix");
  await expect(options).toHaveText([/in Checkout.*The service is new, too\./]);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(field).toHaveValue("Checkout / Black Friday mix");
  await choose(page, file("results.jtl", jmeter));
  await page.getByRole("button", { name: "Send" }).click();
  await expectRun(page);
  await expect(page.getByRole("link", { name: "Black Friday mix" }).first()).toBeVisible();
});

test("a workspace without experiments has a plain field, and a renamed experiment is found by its name", async ({
  page,
  upload,
}) => {
  await page.goto("/upload");
  await destination(page).click();
  await expect(page.getByRole("listbox")).toBeHidden();
  await upload({ experiment: "Peak mix", body: jmeter });
  await page.goto("/experiments");
  await page.getByRole("link", { name: "Peak mix" }).click();
  await expect(page).toHaveURL(/\/experiments\/[0-9a-f-]{36}/);
  await page.goto(`${new URL(page.url()).pathname}/edit`);
  await page.getByLabel("Name").fill("Cyber week");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page).toHaveURL(/\/experiments\/[0-9a-f-]{36}$/);
  await page.goto("/upload?service=shop&experiment=Cyber+week");
  await expect(page.getByText("The run will be added to “Cyber week” in “Shop”.")).toBeVisible();
  await choose(page, file("results.jtl", other));
  await page.getByRole("button", { name: "Send" }).click();
  await expectRun(page);
  await page.goto("/experiments");
  await expect(page.getByRole("row", { name: /Cyber week/ })).toContainText("run 2");
});

test("a k6 file is dropped", async ({ page }) => {
  await page.goto("/upload?service=Shop&experiment=Browse");
  await expect(destination(page)).toHaveValue("Shop / Browse");
  await page.getByLabel("Choose result files").waitFor();
  const text = readFileSync(fixture("k6-ndjson/fixtures/grpc.ndjson"), "utf8");
  await page.evaluate(dropScript("k6.json", text));
  await expect(files(page)).toContainText("k6");
  await page.getByRole("button", { name: "Send" }).click();
  await expectRun(page);
});

test("two files of Locust are one run", async ({ page }) => {
  await page.goto("/upload");
  await choose(page, [
    fixture("locust-stats/fixtures/shop_stats.csv"),
    fixture("locust-history/fixtures/shop_stats_history.csv"),
  ]);
  await expect(files(page)).toHaveCount(2);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("2 Locust files");
  await nameExperiment(page, "Locust");
  await page.getByRole("button", { name: "Send 2 files as one run" }).click();
  await expectRun(page);
});

test("two files of one kind are two generators of one run, and files of two tools are refused", async ({
  page,
}) => {
  await page.goto("/upload");
  await choose(page, [file("a.jtl", jmeter), file("b.jtl", other)]);
  await expect(page.getByRole("radio", { name: "One run", exact: true })).toBeChecked();
  await nameExperiment(page, "Generators");
  await page.getByRole("button", { name: "Send 2 files as one run" }).click();
  await expectRun(page);
  await expect(page.getByRole("table", { name: "Metrics" })).toContainText("7,200");

  await page.goto("/upload");
  const stats = readFileSync(fixture("locust-stats/fixtures/shop_stats.csv"));
  await choose(page, [file("a.jtl", jmeter), file("shop_stats.csv", stats)]);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("These files come from 2 tools");
  await page.getByRole("button", { name: "Remove shop_stats.csv" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Ready to send");
});

test("a file that nobody knows says what was tried, and one without content that it is empty", async ({
  page,
}) => {
  await page.goto("/upload");
  await choose(page, file("nothing.txt", "hello\n"));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("can't be read as is");
  await page.getByText(/Formats tried, and why each was rejected/).click();
  await expect(page.getByRole("group", { name: "Formats tried" })).toContainText("JMeter");
  await page.getByRole("button", { name: "Remove nothing.txt" }).click();
  await choose(page, file("empty.csv", ""));
  await expect(files(page)).toContainText("The file is empty.");
});

test("the columns of an unknown table are given their meanings beside its first rows", async ({ page }) => {
  await page.goto("/upload?service=Shop&experiment=Mapped");
  const rows = Array.from({ length: 200 }, (_, at) => `${1_795_255_890 + at / 10};GET;${10 + (at % 7)}`);
  await choose(page, file("own.csv", `when;verb;took\n${rows.join("\n")}\n`));
  const table = page.getByRole("table", { name: "Columns of the file" });
  await expect(table.getByRole("row").nth(1)).toContainText("GET");
  await expect(table.getByLabel("Meaning of took")).toHaveValue("latency:ms");
  await table.getByLabel("Meaning of when").selectOption("Time, s since 1970");
  await table.getByLabel("Meaning of verb").selectOption("Label");
  await expect(files(page)).toContainText("CSV");
  await expectReadable(page);
  await page.getByRole("button", { name: "Send" }).click();
  await expectRun(page);
  await expect(page.getByRole("table", { name: "Labels" })).toContainText("GET");
});

test("a refusal names the line, and nothing that was written is lost", async ({ page }) => {
  await page.goto("/upload");
  const broken = jmeter.split("\n").map((line, at) => (at > 700 ? "this is no row of it" : line));
  await choose(page, file("broken.jtl", broken.join("\n")));
  await nameExperiment(page, "Broken");
  await page.getByRole("button", { name: "Send" }).click();
  const alert = page.getByRole("alert").filter({ hasText: "line" });
  await expect(alert).toContainText(/line \d+/);
  await expect(destination(page)).toHaveValue("Shop / Broken");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Remove broken.jtl" }).click();
  await choose(page, file("fixed.jtl", jmeter));
  await page.getByRole("button", { name: "Send" }).click();
  await expectRun(page);
});

test("labels that are left out count in no verdict, and the run says so where its verdict is", async ({
  page,
}) => {
  await page.goto("/upload?service=Shop&experiment=Filtered");
  await choose(page, file("results.jtl", jmeter));
  await page.getByLabel("Targets, one per line").fill("p99 <= 40 ms");
  await page.getByText("Label filter, configuration, notes and price").click();
  const patterns = page.getByLabel("Leave out labels");
  await patterns.fill("*");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "No request is left" }).first()).toBeVisible();
  await patterns.fill("POST *");
  await page.getByRole("button", { name: "Send" }).click();
  await expectRun(page);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Holds.");
  const sentence =
    /^Labels matching “POST \*” were left out when this was uploaded: [\d,]+ requests of 1 label\.$/;
  await expect(page.getByText(sentence).first()).toBeVisible();
  await expect(page.getByRole("table", { name: "Labels" })).not.toContainText("POST /pay");
  await expectReadable(page);
});

test("20 MB show how far they are, can be cancelled, and sent again make one run", async ({
  page,
  context,
}) => {
  const large = jmeterResults({ seconds: 800, perSecond: 500, labels: { "GET /search": 20 } });
  await page.goto("/upload");
  expect(large.length).toBeGreaterThan(20_000_000);
  await choose(page, file("large.jtl", large));
  await nameExperiment(page, "Large");
  const network = await context.newCDPSession(page);
  const slow = (bytesPerSecond: number) =>
    network.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerSecond,
    });
  await slow(2_000_000);
  await page.getByRole("button", { name: "Send" }).click();
  const progress = page.getByRole("progressbar", { name: "Upload progress" });
  await expect.poll(async () => Number(await progress.getAttribute("value"))).toBeGreaterThan(100_000);
  await expect(page.getByText(/ MB of 2\d\.\d MB, \d+%\.$/)).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByRole("button", { name: "Send" })).toBeEnabled();
  await slow(-1);
  await page.getByRole("button", { name: "Send" }).click();
  await expectRun(page);
  await page.goto("/experiments");
  await expect(page.getByRole("row", { name: /Large/ })).toContainText("run 1");
});

test("without ingest the page says so, and what to do", async ({ page }) => {
  await page.route(`${product.ingestUrl}/**`, (route) => route.abort());
  await page.goto("/upload");
  await choose(page, file("results.jtl", jmeter));
  await expect(files(page)).toContainText("Lost the connection to the ingest server");
  await expect(page.getByRole("button", { name: "Send" })).toBeDisabled();
});

test("by keyboard alone", async ({ page }) => {
  await page.goto("/upload?service=Shop&experiment=Keys");
  const chooser = page.getByLabel("Choose result files");
  // The page arrives hidden, and nothing hidden takes the focus.
  await expect(chooser).toBeVisible();
  await chooser.focus();
  const opened = page.waitForEvent("filechooser");
  // Also gives the browser time to hear that the dialog is waited for.
  await expect(chooser).toBeFocused();
  await page.keyboard.press("Enter");
  await (await opened).setFiles(file("results.jtl", jmeter));
  await expect(files(page)).toContainText("JMeter");
  await page.getByRole("button", { name: "Send" }).focus();
  await page.keyboard.press("Enter");
  await expectRun(page);
});

test("the upload page is accessible and as wide as the screen", async ({ page }) => {
  await page.goto("/upload");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectAccessible(page);
  await choose(page, [file("results.jtl", jmeter), file("nothing.txt", "hello\n")]);
  await expect(files(page).nth(1)).toContainText("Unknown file format");
  await page.getByLabel("Targets, one per line").fill("p99 < fast\np99 <= 2 s");
  await expectReadable(page);
});
