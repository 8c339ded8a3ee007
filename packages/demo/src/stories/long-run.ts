import { formatCount } from "@headroom/core/format";
import { longRun, LONG_RUN_ARTICLE } from "../published/long-run.ts";
import { figureOf } from "./figure.ts";
import { parts } from "./story.ts";
import type { Story } from "./story.ts";

const PUBLISHED = "Inserts and selects, twelve hours";
const SIMULATED = "Inserts and selects, minute by minute (simulated)";

const rows = (value: number) => `${formatCount(value)} rows/s`;
const millis = (value: number) => `${value.toFixed(2)} ms`;
const percent = (value: number) => `${value}%`;

const figures = {
  hours: figureOf(longRun.hours, "Length of the run", (value) => `${value} hours`),
  insertRows: figureOf(longRun.insertRows, "Inserts", rows),
  selectRows: figureOf(longRun.selectRows, "Selects, in rows", rows),
  selects: figureOf(longRun.selects, "Selects, in requests", (value) => `${value} req/s`),
  rowsOfSelect: figureOf(longRun.rowsOfSelect, "Rows of a select, about", (value) => `${value} rows`),
  insertP50: figureOf(longRun.insertP50, "p50 of inserts", millis),
  insertP90: figureOf(longRun.insertP90, "p90 of inserts", millis),
  insertP99: figureOf(longRun.insertP99, "p99 of inserts", millis),
  selectP50: figureOf(longRun.selectP50, "p50 of selects", millis),
  selectP90: figureOf(longRun.selectP90, "p90 of selects", millis),
  selectP99: figureOf(longRun.selectP99, "p99 of selects", millis),
  cpuLow: figureOf(longRun.cpuLow, "CPU, at least", percent),
  cpuHigh: figureOf(longRun.cpuHigh, "CPU, at most", percent),
  storageLow: figureOf(longRun.storageLow, "Storage, at the beginning", percent),
  storageHigh: figureOf(longRun.storageHigh, "Storage, at the end", percent),
  short: figureOf(longRun.shortSeconds, "Slices, the short ones", (value) => `${value} seconds`),
  long: figureOf(longRun.longMinutes, "Slices, the long ones", (value) => `${value} minutes`),
  dollars: figureOf(longRun.dollarsPerSecond, "Cost of a second", (value) => `$${value}`),
};

export const longRunStory: Story = {
  slug: "long-run",
  title: "Event database",
  question: "Is it as fast all night?",
  lead: "A run of half a day, in requests and in rows, as a whole and minute by minute.",
  rest: "Its totals are published, and how it went over time is simulated.",
  source: LONG_RUN_ARTICLE,
  service: "Event database",
  steps: [
    {
      title: "Count rows, not only requests",
      parts: parts`For ${figures.hours}, ${figures.insertRows} are inserted. ${figures.selects} select about ${figures.rowsOfSelect} each, so ${figures.selectRows}. The run has both: requests, and rows as items.`,
      link: {
        label: "Open the published run",
        to: { kind: "latest-run", experiment: PUBLISHED, tab: "labels" },
      },
    },
    {
      title: "Don't average percentiles",
      parts: parts`p99 is ${figures.insertP99} for inserts and ${figures.selectP99} for selects. They are the tool's own figures of each operation. There is no p99 of both together, because nobody can compute it from them.`,
      link: { label: "Open the experiment", to: { kind: "experiment", experiment: PUBLISHED } },
    },
    {
      title: "Look at slices",
      parts: parts`Slices of ${figures.short} and of ${figures.long} show different things: a short one catches a slow minute that a long one hides. In the simulated run, choose the length and see how the slices' percentiles are spread.`,
      link: {
        label: "Open the slices",
        to: { kind: "latest-run", experiment: SIMULATED, tab: "slices" },
      },
    },
    {
      title: "Look at the machines",
      parts: parts`CPU stays between ${figures.cpuLow} and ${figures.cpuHigh}, while storage fills from ${figures.storageLow} to ${figures.storageHigh}. Beside the load, one is a band and the other a climb.`,
      link: { label: "Open the gauges", to: { kind: "latest-run", experiment: SIMULATED, tab: "gauges" } },
    },
    {
      title: "See what a million costs",
      parts: parts`The whole system costs ${figures.dollars} for each second: that is the run's price. What a million requests or rows cost isn't published. The run's page computes it from the price and the throughput.`,
      link: { label: "See what it costs", to: { kind: "latest-run", experiment: PUBLISHED } },
    },
  ],
  published: Object.values(figures),
  simulated:
    "The run minute by minute is made up to pass near the published percentiles, and its page says so.",
};
