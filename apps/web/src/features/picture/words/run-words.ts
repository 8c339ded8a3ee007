import type { ShareName, RunDetail } from "@headroom/services";
import { METRIC_KINDS, unitWords } from "@headroom/core";
import { formatDate, joinUnit } from "@headroom/ui";
import { prepareRunHead } from "../../run/page/prepare-run-head.ts";
import { figureAgainst, targetTitle } from "../../run/verdict/target-words.ts";
import type { JudgedTarget } from "../../run/verdict/target-words.ts";
import { simulatedWords } from "../../shell/simulated-words.ts";
import type { PictureTone, PictureWords } from "../picture-words.ts";
import { asOf, joined } from "./moment-words.ts";

type Headed = ReturnType<typeof prepareRunHead>["state"];

const HEADLINES: Record<Headed, { headline: string; tone: PictureTone }> = {
  holds: { headline: "Holds", tone: "good" },
  misses: { headline: "Misses its targets", tone: "bad" },
  regressed: { headline: "Regressed", tone: "bad" },
  unsure: { headline: "Unsure", tone: "unsure" },
  "no-change": { headline: "No change", tone: "neutral" },
  "not-judged": { headline: "Not judged", tone: "neutral" },
  pending: { headline: "Being judged", tone: "neutral" },
  open: { headline: "Not tested", tone: "neutral" },
};

/** A run: whether it holds, and the first target that decided it. */
export function runWords(detail: RunDetail, name: ShareName, now: Date): PictureWords {
  const { answer } = detail;
  const { state, simulated, sentence, startedAt } = prepareRunHead(detail);
  const byTargets = state === "holds" || state === "misses";
  const decided = byTargets ? decisive(answer.targets, answer.verdict) : [];
  const [first] = decided;
  const figure = first === undefined || first.failures === "all" ? null : figureOf(first);
  return {
    kind: joined("Run", simulated === null ? "" : simulatedWords(simulated).tag.toLowerCase()),
    title: name.title,
    context: joined(name.description, formatDate(new Date(startedAt), "UTC")),
    ...HEADLINES[state],
    figure,
    note: [
      figure === null ? afterFirst(sentence.lead) : moreWords(decided.length - 1, answer.verdict),
      sentence.rest,
    ]
      .filter((part) => part !== "")
      .join(" "),
    foot: asOf(now),
  };
}

/** Those that made a verdict that figures explain. What makes one unsure is a reason, not a figure. */
function decisive(targets: readonly JudgedTarget[], verdict: string | null): JudgedTarget[] {
  if (verdict !== "met" && verdict !== "missed") return [];
  const place = (target: JudgedTarget) => METRIC_KINDS.indexOf(target.metric.kind);
  return targets.filter((target) => target.verdict === verdict).toSorted((a, b) => place(a) - place(b));
}

function figureOf(target: JudgedTarget): PictureWords["figure"] {
  const { value } = target;
  if (value === null) return null;
  return {
    value: joinUnit(figureAgainst(target, value), unitWords(target)),
    beside: `target: ${targetTitle(target)}`,
  };
}

function moreWords(more: number, verdict: string | null): string {
  if (more === 0) return "";
  const held = verdict === "met" ? "met" : "missed";
  return more === 1 ? `One more target is ${held}.` : `${more} more targets are ${held}.`;
}

/** What follows the verdict in the sentence of the page. */
function afterFirst(lead: string): string {
  const end = lead.indexOf(". ");
  return end === -1 ? "" : lead.slice(end + 2);
}
