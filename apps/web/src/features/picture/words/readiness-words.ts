import type { ReadinessReport } from "@headroom/contract";
import type { ShareName, SharedReadiness } from "@headroom/services";
import { formatDays, formatFigure, formatInstant, formatTimesOf } from "@headroom/ui";
import { answerOf, isAboutDay } from "../../readiness/prepare-answer.ts";
import type { PictureWords } from "../picture-words.ts";
import { asOf, joined } from "./moment-words.ts";

/** A readiness report: its verdict, and the headroom beside what is required. */
export function readinessWords({ report, frozen }: SharedReadiness, name: ShareName): PictureWords {
  const { peakDay } = report;
  const { word, tone, sentence } = answerOf(report);
  const days = formatDays(new Date(peakDay.startsAt), new Date(peakDay.endsAt), peakDay.timeZone);
  const against = frozen !== null && frozen.contradicted.length > 0;
  return {
    kind: frozen === null ? "Readiness report" : "Readiness report, frozen",
    title: name.title,
    context: joined(name.description, days),
    headline: word,
    tone,
    figure: isAboutDay(report) ? headroomOf(report) : null,
    note: against ? `Later runs contradict this report. ${sentence}` : sentence,
    foot:
      frozen === null
        ? asOf(new Date(report.now))
        : `As it was on ${formatInstant(new Date(frozen.at), "UTC")} UTC`,
  };
}

function headroomOf({ times, required, policy }: ReadinessReport): PictureWords["figure"] {
  const needs = `headroom, ${policy.factor}x is required`;
  if (times === null) return { value: "Unproven", beside: needs };
  return {
    value: formatTimesOf(times, policy.factor),
    beside: required === null ? needs : `${needs} (${formatFigure(required)} req/s)`,
  };
}
