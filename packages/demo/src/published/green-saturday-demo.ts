import { DAY_MILLIS } from "@headroom/core";
import type { Demo, DemoExperiment, DemoRun } from "../demo-run.ts";
import { storyTag } from "../stories/story.ts";
import { greenSaturday, GREEN_SATURDAY_TALK } from "./green-saturday.ts";

const SERVICE = "Green Saturday gateway";
const PEAK = "Green Saturday, the peak";
const LOCATION = "Location route at its peak";
const NO_DATE = "When it ran isn't published. Its date is that of the demo.";

/** What the talk says, as summaries. What it doesn't say stays empty. */
export function greenSaturdayDemo(lastNight: Date): Pick<Demo, "experiments" | "runs"> {
  const { minuteRequests, discoveryPercent, locationPercent, meanMillis } = greenSaturday;
  const { locationBeforeMillis, locationAfterMillis } = greenSaturday;
  const of = (percent: number) => (minuteRequests.value * percent) / 100;
  return {
    experiments: [PEAK, LOCATION].map(experimentOf),
    runs: [
      published({
        experiment: PEAK,
        key: "demo-green-saturday",
        lastNight,
        daysAgo: 7,
        quotes: [minuteRequests, discoveryPercent, meanMillis].map(({ quote }) => quote),
        reading: "The numbers of requests of the two labels are the published shares of all.",
        summary: {
          durationSeconds: 60,
          total: { requests: minuteRequests.value, mean: meanMillis.value },
          labels: [
            { label: "Discovery API", requests: of(discoveryPercent.value) },
            { label: "Location", requests: of(locationPercent.value) },
          ],
        },
      }),
      ...[
        { key: "demo-location-before", daysAgo: 33, millis: locationBeforeMillis },
        { key: "demo-location-after", daysAgo: 8, millis: locationAfterMillis },
      ].map(({ key, daysAgo, millis }) =>
        published({
          experiment: LOCATION,
          key,
          lastNight,
          daysAgo,
          quotes: [millis.quote],
          reading: "“Peak response time” is read as the mean at the peak.",
          summary: { durationSeconds: 60, total: { mean: millis.value } },
        }),
      ),
    ],
  };
}

function experimentOf(experiment: string): DemoExperiment {
  return {
    service: SERVICE,
    experiment,
    owner: "Weedmaps",
    generators: 1,
    durationSeconds: 60,
    tags: ["published", storyTag("green-saturday")],
    representsPeak: false,
    targets: [],
  };
}

interface PublishedRun {
  experiment: string;
  key: string;
  lastNight: Date;
  daysAgo: number;
  quotes: readonly string[];
  reading: string;
  summary: object;
}

function published({ experiment, key, lastNight, daysAgo, quotes, reading, summary }: PublishedRun): DemoRun {
  const startedAt = new Date(lastNight.getTime() - daysAgo * DAY_MILLIS).toISOString();
  const said = quotes.map((quote) => `“${quote}”`);
  return {
    key,
    service: SERVICE,
    experiment,
    data: "published",
    details: {
      environment: "production",
      notes: [`Published: ${GREEN_SATURDAY_TALK}.`, ...said, reading, NO_DATE].join("\n\n"),
    },
    configuration: {},
    targets: [],
    events: [],
    file: () =>
      JSON.stringify({ headroom: 1, tool: "published figures", startedAt, latencyUnit: "ms", ...summary }),
  };
}
