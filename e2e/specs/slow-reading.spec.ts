import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "../src/fixtures.ts";
import { jmeterResults } from "../src/jmeter-results.ts";

test("a page whose reading takes longer than its pause shows what it reads", async ({ upload, page }) => {
  const body = jmeterResults({ seconds: 120, perSecond: 100, labels: { "GET /search": 20 } });
  const { run } = await upload({ experiment: "Peak mix", body, targets: ["p99 <= 200 ms"] });
  await page.route(/[?&]_rsc=/, async (route) => {
    await delay(4_000);
    await route.continue();
  });
  await page.goto(run.url);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Holds.", { timeout: 30_000 });
});
