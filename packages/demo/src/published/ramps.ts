import { from } from "./published.ts";

/*
 * Everything that the demo publishes about the ramps of a library catalog, each figure with the sentence that it is from.
 * The curves are only drawn in the article, so the demo's runs are simulated.
 */

export const RAMPS_ARTICLE = "Performance Testing, of the XTF search system for the Melvyl union catalog";

const GOAL =
  "The University of California's Melvyl union catalog must currently be able to serve a maximum of 600 simultaneous users, maintaining response times under 1 second for 95% of queries.";
const RAMP =
  "Each test ran for 60 minutes, starting at 1 user and adding simultaneous users at even intervals up to 1000 users at the end of the test.";
const TOLERABLE =
  "From that point, average latency begins to rise gently until time 19:12, or about 700 simultaneous users.";
const PLATEAU =
  "Here we see that overall throughput (number of requests served per minute) increases steadily until roughly time 16:33, or about 500 simultaneous users.";

export const ramps = {
  goalUsers: from(600, GOAL),
  goalSeconds: from(1, GOAL),
  goalPercent: from(95, GOAL),
  minutes: from(60, RAMP),
  fromUsers: from(1, RAMP),
  toUsers: from(1_000, RAMP),
  firstLowUsers: from(500, "This time corresponds to roughly 500 simultaneous users."),
  firstTolerableUsers: from(700, TOLERABLE),
  secondLowUsers: from(
    400,
    "Up until time 16:30, or about 400 simultaneous users, average latency stays very low.",
  ),
  secondPlateauUsers: from(500, PLATEAU),
  timesRecords: from(
    7,
    "The test system contains approximately 4.5 million records; the full Melvyl catalog is close to 30 million, about 7 times that size.",
  ),
};
