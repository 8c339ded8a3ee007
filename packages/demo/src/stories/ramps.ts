import { plural } from "@headroom/core/format";
import { ramps, RAMPS_ARTICLE } from "../published/ramps.ts";
import { figureOf } from "./figure.ts";
import { parts } from "./story.ts";
import type { Story } from "./story.ts";

const RECOMMENDER = "Recommender queries (simulated)";
const CATALOG = "Catalog queries (simulated)";

const users = (value: number) => plural(value, "user");

const figures = {
  goalUsers: figureOf(ramps.goalUsers, "Has to be served", users),
  goalPercent: figureOf(ramps.goalPercent, "Of the queries", (value) => `${value}%`),
  goalSeconds: figureOf(ramps.goalSeconds, "Within", (value) => `${value} s`),
  minutes: figureOf(ramps.minutes, "Length of a ramp", (value) => `${value} minutes`),
  fromUsers: figureOf(ramps.fromUsers, "At the start of a ramp", users),
  toUsers: figureOf(ramps.toUsers, "At the end of a ramp", users),
  firstLow: figureOf(ramps.firstLowUsers, "First data set: latency is low until", users),
  firstTolerable: figureOf(ramps.firstTolerableUsers, "First data set: tolerable until", users),
  secondLow: figureOf(ramps.secondLowUsers, "Second data set: latency is low until", users),
  secondPlateau: figureOf(ramps.secondPlateauUsers, "Second data set: throughput rises until", users),
  records: figureOf(ramps.timesRecords, "Records of the full catalog", (value) => `${value}x`),
};

export const rampsStory: Story = {
  slug: "ramps",
  title: "Library catalog",
  question: "How many users can it take?",
  lead: "Two ramps of an hour each, in search of the knee and the breaking point.",
  rest: "The article draws its curves without their values, so the runs are simulated to bend where it says.",
  source: RAMPS_ARTICLE,
  service: "Library catalog (simulated)",
  steps: [
    {
      title: "Give a target its load",
      parts: parts`The catalog has to serve ${figures.goalUsers} with ${figures.goalPercent} of the queries within ${figures.goalSeconds}. The target says so, and is judged only where that many users were active.`,
      link: {
        label: "Open the experiment",
        to: { kind: "experiment", experiment: RECOMMENDER, spot: "Targets" },
      },
    },
    {
      title: "Find where it breaks",
      parts: parts`A ramp adds users for ${figures.minutes}, from ${figures.fromUsers} to ${figures.toUsers}. With the first data set, latency is low until about ${figures.firstLow} and tolerable until about ${figures.firstTolerable}. Then throughput falls. The run's page begins with its capacity, which finds both points.`,
      link: {
        label: "Open the first ramp",
        to: { kind: "latest-run", experiment: RECOMMENDER, spot: "Capacity" },
      },
    },
    {
      title: "Find where it stops growing",
      parts: parts`With the second one, latency climbs from about ${figures.secondLow} on, and throughput stops rising at about ${figures.secondPlateau}. It never falls, so there is a plateau and no collapse.`,
      link: {
        label: "Open the second ramp",
        to: { kind: "latest-run", experiment: CATALOG, spot: "Capacity" },
      },
    },
    {
      title: "Don't believe a guess",
      parts: parts`The full catalog has about ${figures.records} the records of the test. The article assumes that latency grows in proportion, and would split the load over as many machines. Enter that under the curves of its capacity: Headroom says what is left, and what it assumes. No target is judged by it, because nobody has measured it.`,
      link: {
        label: "Try it on the second ramp",
        to: { kind: "latest-run", experiment: CATALOG, spot: "Capacity" },
      },
    },
  ],
  published: Object.values(figures),
  simulated: "Both runs are made up, and their pages say so. They prove nothing about the real catalog.",
};
