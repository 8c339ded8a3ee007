import { expect, it } from "vitest";
import type { ReasonOf } from "../sentences.ts";
import type { OUTAGE_SENTENCES } from "../proof/outage.ts";
import { reasonWords } from "./reason.ts";
import type { Reason } from "./reason.ts";
import type { REFERENCE_SENTENCES } from "./reference-sentences.ts";

type Found = ReasonOf<typeof REFERENCE_SENTENCES & typeof OUTAGE_SENTENCES>;
/** The fields of a reason, and its sentence. */
type Said = { [One in Found["code"]]: [Omit<Extract<Found, { code: One }>, "code">, string] };

const made = { environment: "staging", tool: "k6" };

const SAID: Said = {
  "same-samples": [
    { number: 12, experiment: "Checkout mix" },
    "The same samples as run #12 of Checkout mix.",
  ],
  "sent-again": [
    { number: 12, experiment: "Checkout mix" },
    "These results were already uploaded as run #12 of Checkout mix.",
  ],
  "sent-again-hidden": [{}, "These results were already uploaded as another run."],
  "same-samples-elsewhere": [{}, "The same samples as a run of another service."],
  "same-samples-hidden": [{}, "The same samples as another run."],
  "most-failed": [{ errorRate: 0.9876 }, "It was an outage: 98.7% of its requests failed."],
  "none-succeeded": [
    { seconds: 400.2, ofSeconds: 600 },
    "It had an outage: no request succeeded for 400 of 600 s.",
  ],
  simulated: [{}, "A simulator sent its requests, or some of them."],
  "not-simulated": [{}, "Its requests aren't simulated."],
  "set-aside": [{ note: "Wrong data." }, "It was set aside: Wrong data."],
  receiving: [{}, "It is still receiving results."],
  interrupted: [{}, "It was interrupted."],
  "target-missed": [{}, "It missed a target."],
  "target-unsure": [{}, "It is unsure whether it met its targets."],
  "maybe-worse": [{}, "It may be worse than its baseline."],
  partial: [{}, "It is unsure what it shows of the service, as its own findings say."],
  "much-busier": [{}, "It was under much more load than its baseline."],
  undecided: [{}, "It isn't known yet whether it was worse than its baseline."],
  regressed: [{}, "It regressed from its baseline."],
  "is-baseline": [{}, "This run is the baseline of its experiment."],
  "none-set": [{}, "No baseline is set on the experiment."],
  "reference-deleted": [{}, "The run that it was compared with was deleted."],
  itself: [{}, "A run can't be its own baseline."],
  "no-earlier": [
    { branches: ["main", "master"], ...made, tool: "jmeter" },
    "There is no earlier run of main or master in staging by JMeter.",
  ],
  "no-alike-earlier": [
    { branches: ["main"], ...made },
    "No earlier run of main in staging by k6 took about as long, under about the same load and with about the same throughput.",
  ],
  "no-good-earlier": [
    { branches: ["main"], environment: null, tool: null },
    "No earlier run of main is good.",
  ],
  "no-run-of-commit": [
    { commit: "0123456789abcdef", others: 3, ...made },
    "There is no run of commit 0123456789 or the 3 before it in staging by k6.",
  ],
  "no-good-of-commit": [
    { commit: "0123456", others: 0, environment: null, tool: "k6" },
    "No run of commit 0123456 by k6 is good.",
  ],
  "latest-run": [{ number: 4 }, "Run #4:"],
  "without-server": [{}, "Without a server, nothing is compared with earlier runs."],
};

it.each(Object.entries(SAID))("the sentence of %s", (code, [fields, words]) => {
  const stored = JSON.parse(JSON.stringify({ code, ...fields })) as Reason;
  expect(reasonWords([stored])).toBe(words);
});
