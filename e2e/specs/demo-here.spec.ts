import { expect, expectReadable, test } from "../src/fixtures.ts";

test("the demo loads into an empty workspace while one looks around, and leaves it empty again", async ({
  page,
}) => {
  test.slow();
  await page.goto("/");
  await expect(page.getByText("Nothing proved yet.")).toBeVisible();
  await page.getByRole("button", { name: "Load the demo here" }).click();
  // Its first runs are those of the stories.
  await expect(page.getByText(/Demo: [1-9]\d* of \d+ runs/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("region", { name: "Start here" })).toBeVisible({ timeout: 60_000 });
  await expectReadable(page);
  await page.goto("/settings/audit");
  await expect(page.getByText("loaded the demo")).toBeVisible();

  // It is removed while it still loads.
  await page.goto("/settings/workspace");
  await page.getByRole("button", { name: "Remove the demo" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Remove the demo" }).click();
  await expect(dialog).toBeHidden();
  await page.goto("/");
  await expect(page.getByText("Nothing proved yet.")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole("button", { name: "Load the demo here" })).toBeVisible({ timeout: 30_000 });
});
