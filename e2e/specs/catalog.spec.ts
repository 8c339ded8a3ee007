import { expect, expectAccessible, expectNoSidewaysScroll, LOOKS, test } from "../src/fixtures.ts";
import { jmeterResults } from "../src/jmeter-results.ts";
import { product } from "../src/product.ts";

const body = jmeterResults({ seconds: 30, perSecond: 40, labels: { "GET /search": 20, "POST /pay": 60 } });

test("an empty workspace says how its first run comes about", async ({ page }) => {
  await page.goto("/catalog");
  await expect(page.getByRole("main")).toContainText("curl");
  await expect(page.getByRole("main")).toContainText(`${product.ingestUrl}/v1/runs`);
  await expectAccessible(page);
});

test("the sentence counts what there is, and nothing of other workspaces", async ({ page, upload }) => {
  await upload({ experiment: "Fast", body, targets: ["p99 <= 2 s"] });
  await upload({ experiment: "Slow", body, targets: ["p99 <= 1 ms"] });
  await page.goto("/catalog");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("1 of 2 experiments holds. 1 misses.");
});

test("an upload makes its experiment, and the row leads to the run", async ({ page, upload }) => {
  const { run } = await upload({
    experiment: "Peak mix",
    body,
    targets: ["p99 <= 2 s", "throughput >= 10/s"],
  });
  await page.goto("/catalog");
  const row = page.getByRole("row", { name: /Peak mix/ });
  await expect(row).toContainText("Met");
  await expect(row).toContainText("req/s");
  await row.getByRole("link", { name: "Peak mix" }).click();
  await expect(page).toHaveURL(new RegExp(`/runs/${run.id}$`));
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Holds:");
});

test("search and verdict are in the address", async ({ page, upload }) => {
  await upload({ experiment: "Fast", body, targets: ["p99 <= 2 s"] });
  await upload({ experiment: "Slow", body, targets: ["p99 <= 1 ms"] });
  await page.goto("/catalog");
  const search = page.getByRole("searchbox");
  await expect(async () => {
    await page.keyboard.press("/");
    await expect(search).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.type("shop");
  await expect(page).toHaveURL(/q=shop/);
  await expect(page.getByRole("link", { name: "Fast" })).toBeVisible();

  await page.getByRole("radio", { name: /Missed/ }).check({ force: true });
  await expect(page).toHaveURL(/verdict=missed/);
  await expect(page.getByRole("link", { name: "Slow" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Fast" })).toBeHidden();

  await page.reload();
  await expect(page.getByRole("link", { name: "Slow" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Fast" })).toBeHidden();
});

for (const [name, options] of LOOKS) {
  test.describe(name, () => {
    test.use(options);
    test("the command of the first run stays inside its box", async ({ page }) => {
      await page.goto("/catalog");
      const command = page.getByRole("main").locator("pre");
      await expect(command).toContainText("--data-binary");
      const [inner, outer] = await Promise.all([command.boundingBox(), command.locator("..").boundingBox()]);
      expect((inner?.x ?? 0) + (inner?.width ?? Infinity)).toBeLessThan(
        (outer?.x ?? 0) + (outer?.width ?? 0),
      );
    });

    test("the catalog is accessible and as wide as the screen", async ({ page, upload }) => {
      await upload({ experiment: "Peak mix", body, targets: ["p99 <= 2 s"] });
      await upload({ experiment: "Untargeted", body });
      await page.goto("/catalog");
      await expect(page.getByRole("row", { name: /Untargeted/ })).toContainText("No targets");
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
    });
  });
}
