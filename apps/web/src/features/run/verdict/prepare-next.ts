import type { JudgementAnswer } from "@headroom/contract";
import type { NextAction } from "@headroom/core";
import type { RunDetail } from "@headroom/services";
import { uploadAddress } from "../../shell/upload-address.ts";

/** What would settle an unsure run, and where to do it. */
export interface NextModel {
  words: string;
  /** Null: it is done on the page itself. */
  link: { text: string; href: string } | null;
}

export interface NextPlace {
  runId: string;
  experiment: Pick<RunDetail["experiment"], "id" | "name">;
  service: Pick<RunDetail["service"], "name">;
}

/** Null: it isn't unsure. */
export function prepareNext(next: JudgementAnswer["next"], place: NextPlace): NextModel | null {
  return next === null ? null : { words: next.words, link: LINKS[next.action](place) };
}

/** On the page of the run itself, which asks with buttons. */
export function prepareNextHere(next: JudgementAnswer["next"], place: NextPlace): NextModel | null {
  if (next?.action === "count-errors")
    return { words: "Say whether an answer with a 5xx code is an error.", link: null };
  return prepareNext(next, place);
}

const editExperiment =
  (text: string) =>
  ({ experiment }: NextPlace) => ({ text, href: `/experiments/${experiment.id}/edit` });
const openExperiment = ({ experiment }: NextPlace) => ({
  text: "Open the experiment",
  href: `/experiments/${experiment.id}`,
});
const upload =
  (text: string) =>
  ({ experiment, service }: NextPlace) => ({
    text,
    href: uploadAddress({ service: service.name, experiment: experiment.name }),
  });

const LINKS: Record<NextAction, (place: NextPlace) => NextModel["link"]> = {
  "judge-window": ({ runId }) => ({ text: "Choose the window", href: `/runs/${runId}?window=all#timeline` }),
  "set-workload": editExperiment("Set the workload"),
  "offer-load": editExperiment("Check the workload"),
  "change-target": editExperiment("Edit the targets"),
  "tell-load": () => null,
  "run-more": upload("Upload another run"),
  "find-cause": upload("Upload another run"),
  "run-longer": upload("Upload another run"),
  "upload-file": upload("Upload its file"),
  "use-original": () => null,
  "upload-output": upload("Upload another output"),
  "send-gauge": editExperiment("Edit the targets"),
  "set-baseline": openExperiment,
  "choose-baseline": openExperiment,
  "count-errors": ({ runId }) => ({ text: "Choose how errors count", href: `/runs/${runId}#errors-by` }),
  accept: ({ experiment }) => ({ text: "Open the trend", href: `/experiments/${experiment.id}` }),
};
