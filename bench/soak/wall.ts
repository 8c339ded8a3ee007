/** The memory of a tab that shows a wall for a night: 8 hours of one event a second, replayed as fast as the tab can. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { HOUR_SECONDS } from "@headroom/core";
import { openBrowserTab } from "../web/browser-tab.ts";
import type { BrowserTab } from "../web/browser-tab.ts";
import { FAKE_FEED } from "../web/fake-feed.ts";
import { peakDayToWatch } from "../web/peak-day-to-watch.ts";
import { openWebUnderTest } from "../web/web-under-test.ts";

const hours = Number(process.env["HEADROOM_SOAK_WALL_HOURS"] ?? 8);
const days = Number(process.env["HEADROOM_SOAK_WALL_DAYS"] ?? 1);
const BATCH = 60;
/** Of the heap, from the end of the first hour to that of the last. */
const MAX_GROWTH_BYTES = 2 << 20;
const MAX_GROWTH_NODES = 50;

interface Reading {
  heapBytes: number;
  nodes: number;
  listeners: number;
}

const binary = process.env["HEADROOM_CHROMIUM"] ?? (await browserOnPath());
if (binary === null) console.log("skipped: no Chromium. Name one in HEADROOM_CHROMIUM.");
else await measure(binary);

async function measure(browser: string): Promise<void> {
  const web = await openWebUnderTest();
  const tab = await openBrowserTab(browser);
  try {
    const day = await peakDayToWatch(web, days);
    await openWall(tab, day);
    const readings: Reading[] = [];
    for (let second = 0; second < hours * HOUR_SECONDS; second += BATCH) {
      const events = Array.from({ length: BATCH }, (_, at) => day.eventAt(second + at));
      await tab.evaluate(
        `(async () => { for (const [kind, data] of ${JSON.stringify(events)}) { pass(1000); await feed(kind, data); } })()`,
      );
      if ((second + BATCH) % HOUR_SECONDS === 0) readings.push(await read(tab, readings.length + 1));
    }
    judge(readings);
  } finally {
    await tab.close();
    await web.close();
  }
}

async function openWall(tab: BrowserTab, { url, cookie }: { url: string; cookie: string }): Promise<void> {
  const [name = "", value = ""] = cookie.split("=", 2);
  await tab.send("Network.setCookie", { name, value, url });
  await tab.send("Page.enable");
  await tab.send("Page.addScriptToEvaluateOnNewDocument", { source: FAKE_FEED });
  await tab.send("Page.navigate", { url });
  const isDrawn = "document.querySelector('.recharts-surface') !== null";
  await tab.evaluate(`new Promise((resolve) => {
    const looking = setInterval(() => { if (${isDrawn}) { clearInterval(looking); resolve(); } }, 100);
  })`);
}

async function read(tab: BrowserTab, hour: number): Promise<Reading> {
  for (let round = 0; round < 3; round += 1) await tab.send("HeapProfiler.collectGarbage");
  const { usedSize } = await tab.send("Runtime.getHeapUsage");
  const { nodes, jsEventListeners } = await tab.send("Memory.getDOMCounters");
  const reading = { heapBytes: Number(usedSize), nodes: Number(nodes), listeners: Number(jsEventListeners) };
  const shown = await tab.evaluate("document.querySelector('.wall')?.innerText.slice(0, 120)");
  console.log(
    `hour ${hour}: heap ${(reading.heapBytes / 2 ** 20).toFixed(2)} MiB, ${reading.nodes} DOM nodes, ` +
      `${reading.listeners} listeners; "${String(shown).replaceAll(/\s+/g, " ")}"`,
  );
  return reading;
}

function judge(readings: readonly Reading[]): void {
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === undefined || last === undefined) throw new Error("at least an hour has to be replayed");
  const grown = last.heapBytes - first.heapBytes;
  console.log(
    `from hour 1 to hour ${readings.length}: heap ${grown < 0 ? "" : "+"}${(grown / 1024).toFixed(0)} KiB, ` +
      `${last.nodes - first.nodes} nodes, ${last.listeners - first.listeners} listeners`,
  );
  if (grown > MAX_GROWTH_BYTES || last.nodes - first.nodes > MAX_GROWTH_NODES)
    throw new Error("the tab grows");
}

async function browserOnPath(): Promise<string | null> {
  const names = ["chromium-headless-shell", "chromium", "google-chrome"];
  for (const name of names) {
    const found = await promisify(execFile)("which", [name]).catch(() => null);
    if (found !== null) return found.stdout.trim();
  }
  return null;
}
