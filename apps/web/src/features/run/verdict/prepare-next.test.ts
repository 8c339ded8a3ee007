import { NEXT_ACTIONS } from "@headroom/core";
import { expect, it } from "vitest";
import { prepareNext, prepareNextHere } from "./prepare-next.ts";

const place = { runId: "r1", experiment: { id: "e1", name: "Mix" }, service: { name: "Checkout" } };
const step = { runs: null, requests: null, seconds: null, words: "Do it." };

it("leads to the page where each next step is done", () => {
  const hrefOf = (action: (typeof NEXT_ACTIONS)[number]) =>
    prepareNext({ ...step, action }, place)?.link?.href ?? "";
  expect(Object.fromEntries(NEXT_ACTIONS.map((action) => [action, hrefOf(action)]))).toEqual({
    "judge-window": "/runs/r1?window=all#timeline",
    "set-workload": "/experiments/e1/edit",
    "offer-load": "/experiments/e1/edit",
    "change-target": "/experiments/e1/edit",
    "tell-load": "",
    "run-more": "/upload?service=Checkout&experiment=Mix",
    "run-longer": "/upload?service=Checkout&experiment=Mix",
    "set-baseline": "/experiments/e1",
    "choose-baseline": "/experiments/e1",
    "upload-file": "/upload?service=Checkout&experiment=Mix",
    "find-cause": "/upload?service=Checkout&experiment=Mix",
    "use-original": "",
    "upload-output": "/upload?service=Checkout&experiment=Mix",
    "send-gauge": "/experiments/e1/edit",
    accept: "/experiments/e1",
    "count-errors": "/runs/r1#errors-by",
  });
});

it("leads nowhere where the run's own page asks with buttons", () => {
  const here = prepareNextHere({ ...step, action: "count-errors" }, place);
  expect(here).toEqual({ words: "Say whether an answer with a 5xx code is an error.", link: null });
  expect(prepareNextHere({ ...step, action: "run-more" }, place)?.link).not.toBeNull();
});

it("is nothing for a run that isn't unsure", () => {
  expect(prepareNext(null, place)).toBeNull();
});
