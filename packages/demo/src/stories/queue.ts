import { formatCount } from "@headroom/core/format";
import { queue, QUEUE_ARTICLE } from "../published/queue.ts";
import { figureOf } from "./figure.ts";
import { parts } from "./story.ts";
import type { Story } from "./story.ts";

const EXPERIMENT = "Consume the peak (simulated)";

const messages = (value: number) => `${formatCount(value)} messages`;
const units = (value: number) => `${formatCount(value)} write units`;
const instances = (value: number) => `${value} instances`;

const figures = {
  rate: figureOf(queue.messagesPerSecond, "Load", (value) => `${formatCount(value)} messages/s`),
  minInstances: figureOf(queue.minInstances, "Instances, at least", instances),
  maxInstances: figureOf(queue.maxInstances, "Instances, at most", instances),
  firstLag: figureOf(queue.firstLag, "First run: lag at its peak", messages),
  recovery: figureOf(queue.recoveryMinutes, "First run: time to recover", (value) => `${value} minutes`),
  firstUnits: figureOf(queue.firstWriteUnits, "First run: write units, almost", units),
  firstInstances: figureOf(queue.firstInstances, "First run: instances at its end", instances),
  firstCpu: figureOf(queue.firstCpuPercent, "First run: highest CPU", (value) => `${value}%`),
  secondLag: figureOf(queue.secondLag, "Second run: lag at its peak", messages),
  secondUnits: figureOf(queue.secondWriteUnits, "Second run: write units", units),
  secondInstances: figureOf(queue.secondInstances, "Second run: instances", instances),
  reduction: figureOf(queue.lagReductionPercent, "Third run: less lag", (value) => `${value}%`),
  thirdUnits: figureOf(queue.thirdWriteUnits, "Third run: write units", units),
};

export const queueStory: Story = {
  slug: "queue",
  title: "Order ingestion",
  question: "Where is the bottleneck?",
  lead: "A consumer that falls behind, and three runs until somebody finds out why.",
  rest: "The article shows its dashboards as pictures, so the runs are simulated to reach the values that it states.",
  source: QUEUE_ARTICLE,
  service: "Order ingestion (simulated)",
  steps: [
    {
      title: "Judge what matters",
      parts: parts`A consumer has no latency that users feel. What matters is its lag: at ${figures.rate}, up to ${figures.firstLag} were waiting, and it took ${figures.recovery} until they were gone. The target is about that gauge.`,
      link: { label: "Open the first run", to: { kind: "first-run", experiment: EXPERIMENT } },
    },
    {
      title: "Follow the wrong trail",
      parts: parts`The first run ended with ${figures.firstInstances} and a CPU of ${figures.firstCpu}. So the second began with ${figures.secondInstances}, and lag rose to ${figures.secondLag}. More instances were not the answer. Side by side, the gauges of the runs are laid over each other.`,
      link: { label: "Open the three runs side by side", to: { kind: "comparison", experiment: EXPERIMENT } },
    },
    {
      title: "See the plateau",
      parts: parts`In both runs, the database took at most ${figures.secondUnits} a minute, whatever arrived. A gauge that stays flat while the load rises is what Headroom calls a plateau: a client that blocked was the limit.`,
      link: {
        label: "Open its gauges",
        to: { kind: "first-run", experiment: EXPERIMENT, tab: "gauges" },
      },
    },
    {
      title: "Prove the fix",
      parts: parts`With a client that doesn't block, write units rose to ${figures.thirdUnits} a minute, and lag fell by ${figures.reduction}. The last run meets the target.`,
      link: { label: "Open the last run", to: { kind: "latest-run", experiment: EXPERIMENT } },
    },
  ],
  published: Object.values(figures),
  simulated: "All three runs are made up, and their pages say so.",
};
