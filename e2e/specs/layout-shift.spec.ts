import { expect, test } from "../src/fixtures.ts";
import { jmeterResults } from "../src/jmeter-results.ts";
import type { Page } from "@playwright/test";

// What it adds to its page can't be taken out again.
test.use({ ownContext: true });

interface Shift {
  value: number;
  /** What moved, and from where to where. */
  moved: string[];
}

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

test("no page moves under its reader while it loads", async ({ page, upload }) => {
  test.slow();
  await page.addInitScript(RECORD_SHIFTS);
  const runIds: string[] = [];
  for (const typical of [40, 50, 60]) {
    const { run } = await upload({
      experiment: "Checkout",
      body: jmeterResults({
        seconds: 60,
        perSecond: 20,
        labels: { "GET /search": typical, "POST /pay": 90 },
      }),
      targets: ["p99 <= 300 ms", "error rate <= 1%"],
    });
    runIds.push(run.id);
  }
  const [first, second] = runIds;
  await page.goto(`/runs/${first}`);
  const experiment = await page.locator('a[href^="/experiments/"]').first().getAttribute("href");
  const paths = [
    "/",
    "/experiments",
    "/gamedays",
    `/runs/${first}`,
    `/comparisons?runs=${first},${second}`,
    `${experiment}`,
    `${experiment}?metric=p50`,
  ];
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const path of paths)
      expect.soft(await shiftsOf(page, path), `${path} at ${size.width} px`).toEqual([]);
  }
});

/** What moves although nobody touched the page, from its first byte until nothing in sight is waited for. */
async function shiftsOf(page: Page, path: string): Promise<Shift[]> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect.poll(() => page.evaluate<number>(WAITED_FOR_IN_SIGHT)).toBe(0);
  return page.evaluate<Shift[]>("window.shifts");
}

/** Charts further down come when they are scrolled to. */
const WAITED_FOR_IN_SIGHT = `[...document.querySelectorAll("main [role=status][aria-label]")]
  .filter((room) => room.getBoundingClientRect().top < window.innerHeight).length`;

/** Runs in the page, before anything of it. */
const RECORD_SHIFTS = `
  window.shifts = [];
  const box = ({ x, y, width, height }) => x + "," + y + " " + width + "x" + height;
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      const moved = sources.map(({ node, previousRect, currentRect }) => {
        const element = node instanceof Element ? node : node?.parentElement;
        const words = element?.outerHTML.slice(0, 160) ?? "gone";
        return words + " from " + box(previousRect) + " to " + box(currentRect);
      });
      window.shifts.push({ value, moved });
    }
  }).observe({ type: "layout-shift", buffered: true });
`;
