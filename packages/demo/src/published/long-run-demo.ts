import { DAY_MILLIS, HOUR_SECONDS } from "@headroom/core";
import type { Demo } from "../demo-run.ts";
import { storyTag } from "../stories/story.ts";
import { longRun, LONG_RUN_ARTICLE } from "./long-run.ts";

const SERVICE = "Event database";
const EXPERIMENT = "Inserts and selects, twelve hours";
const SECONDS = longRun.hours.value * HOUR_SECONDS;

const { insertP90, insertP99, dollarsPerSecond } = longRun;
const QUOTED = [longRun.insertRows, longRun.selects, longRun.insertP50, insertP90, insertP99];
const NOTES = [
  `Published: ${LONG_RUN_ARTICLE}.`,
  ...[...QUOTED, longRun.cpuLow, longRun.storageLow, dollarsPerSecond].map(({ quote }) => `“${quote}”`),
  "An insert is one row, and the rows of the selects are shown as items. Numbers of requests are the published rates times the duration.",
  "What a million requests or rows cost isn't published. It is computed from the price and the throughput.",
  "When it ran isn't published. Its date is that of the demo.",
].join("\n\n");

/** What the article says of the run, as one summary with two labels. */
export function longRunDemo(lastNight: Date): Pick<Demo, "experiments" | "runs"> {
  const startedAt = new Date(lastNight.getTime() - 9 * DAY_MILLIS).toISOString();
  const { insertRows, selects, selectRows } = longRun;
  const of = (operation: "insert" | "select") => ({
    p50: longRun[`${operation}P50`].value,
    p90: longRun[`${operation}P90`].value,
    p99: longRun[`${operation}P99`].value,
  });
  return {
    experiments: [
      {
        service: SERVICE,
        experiment: EXPERIMENT,
        owner: "Isima",
        generators: 1,
        durationSeconds: SECONDS,
        representsPeak: false,
        targets: [],
        tags: ["published", storyTag("long-run")],
      },
    ],
    runs: [
      {
        key: "demo-long-run",
        service: SERVICE,
        experiment: EXPERIMENT,
        data: "published",
        configuration: {},
        targets: [],
        events: [],
        details: {
          environment: "GCP",
          price: `${longRun.dollarsPerSecond.value} USD/s`,
          notes: NOTES,
        },
        file: () =>
          JSON.stringify({
            headroom: 1,
            tool: "published figures",
            startedAt,
            durationSeconds: SECONDS,
            latencyUnit: "ms",
            labels: [
              {
                label: "insert",
                requests: insertRows.value * SECONDS,
                items: insertRows.value * SECONDS,
                percentiles: of("insert"),
              },
              {
                label: "select",
                requests: selects.value * SECONDS,
                items: selectRows.value * SECONDS,
                percentiles: of("select"),
              },
            ],
          }),
      },
    ],
  };
}
