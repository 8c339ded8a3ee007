import { expect, test } from "../src/fixtures.ts";
import { jmeterResults } from "../src/jmeter-results.ts";

const body = jmeterResults({ seconds: 30, perSecond: 40, labels: { "GET /search": 20 } });

/** How many elements and pseudo-elements would move or fade. */
const moving = `[...document.querySelectorAll("*")].flatMap((element) => ["", "::before", "::after"].map((pseudo) =>
  getComputedStyle(element, pseudo === "" ? null : pseudo))).filter((style) =>
  style.animationName !== "none" || style.transitionDuration.split(", ").some((time) => time !== "0s")).length`;

test("nothing moves or fades where the system asks for reduced motion", async ({ page, upload }) => {
  const { run } = await upload({ experiment: "Peak mix", body });
  for (const path of ["/sign-in", "/experiments", "/upload", run.url]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.locator("[data-waiting]"), path).toHaveCount(0);
    expect(await page.evaluate(moving), path).toBe(0);
  }
  await page.emulateMedia({ reducedMotion: "no-preference" });
  expect(await page.evaluate<number>(moving)).toBeGreaterThan(0);
});
