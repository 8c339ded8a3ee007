import type { ReadinessReport } from "@headroom/contract";
import { BURNING_WORDS, evidenceFacts, headlineOf, staleWords, worseWords } from "@headroom/core";
import { formatCount, formatCountdown, formatSpan, plural } from "@headroom/core/format";
import { oneLine } from "../mail/words.ts";
import type { Week } from "./week.ts";

export interface Line {
  name: string;
  /** What it belongs to: "Checkout". */
  beside: string | null;
  words: string;
  href: string;
}

interface Section {
  title: string;
  lines: readonly Line[];
  /** What isn't listed, or why nothing is. */
  note: string | null;
}

/** A weekly mail, before it is text or a page. All names in it are one line each. */
export interface Letter {
  workspace: string;
  headline: string;
  period: string;
  facts: readonly string[];
  sections: readonly Section[];
}

export interface Addresses {
  overviewUrl: string;
  accountUrl: string;
  stopUrl: string;
}

export function letterOf(week: Week, webUrl: string): Letter {
  const { since, now, timeZone, evidence, worseTotal, workspaceName } = week;
  return {
    workspace: oneLine(workspaceName),
    headline: headlineOf(evidence, worseTotal),
    period: `${formatSpan(since, now, timeZone)} (${timeZone})`,
    facts: evidenceFacts(evidence),
    sections: [...worseSection(week, webUrl), ...staleSection(week, webUrl), peakSection(week, webUrl)],
  };
}

function worseSection({ worse, worseTotal, slos, evidence }: Week, webUrl: string): Section[] {
  const lines = [
    ...slos.map(({ id, name, service, state }) => ({
      name: oneLine(name),
      beside: oneLine(service.name),
      words: BURNING_WORDS[state],
      href: `${webUrl}/services/${encodeURIComponent(service.slug)}/slos/${id}`,
    })),
    ...worse.map((one) => ({
      name: oneLine(one.experiment.name),
      beside: oneLine(one.service.name),
      words: worseWords(one),
      href: `${webUrl}/runs/${one.run.id}`,
    })),
  ];
  const left = worseTotal + evidence.slos.worse - lines.length;
  const note = left > 0 ? `${formatCount(left)} more got worse: ${webUrl}/experiments lists them.` : null;
  return lines.length === 0 ? [] : [{ title: "Got worse", lines, note }];
}

function staleSection({ stale, staleTotal, now }: Week, webUrl: string): Section[] {
  if (stale.length === 0) return [];
  const lines = stale.map((proof) => ({
    name: oneLine(proof.experiment.name),
    beside: oneLine(proof.service.name),
    words: staleWords(proof, now),
    href: `${webUrl}/experiments/${proof.experiment.id}`,
  }));
  const left = staleTotal - lines.length;
  return [
    {
      title: plural(staleTotal, "proof needs a new run", "proofs need a new run"),
      lines,
      note: left > 0 ? `${formatCount(left)} more end later.` : null,
    },
  ];
}

const READINESS: Readonly<Record<ReadinessReport["verdict"], string>> = {
  ready: "Ready",
  "at-risk": "At risk",
  "not-ready": "Not ready",
};

function peakSection({ next, now }: Week, webUrl: string): Section {
  if (next === null) return { title: "Next peak day", lines: [], note: "No peak day is planned." };
  const { report, running, further } = next;
  const { peakDay, service, verdict, phase, sentence } = report;
  const when = phase === "before" ? formatCountdown(new Date(peakDay.startsAt), now) : "running now";
  const first = {
    name: oneLine(peakDay.name),
    beside: `${oneLine(service.name)}, ${when}`,
    words: `${READINESS[verdict]}. ${oneText(sentence)}`,
    href: `${webUrl}/peak-days/${peakDay.id}/readiness`,
  };
  const others = running
    .filter(({ id }) => id !== peakDay.id)
    .map(({ id, name }) => ({
      name: oneLine(name),
      beside: null,
      words: "Running now.",
      href: `${webUrl}/peak-days/${id}`,
    }));
  return {
    title: phase === "before" ? "Next peak day" : "Peak day",
    lines: [...others, first],
    note: further > 0 ? `${formatCount(further)} more ${further === 1 ? "is" : "are"} planned.` : null,
  };
}

/** A sentence with names in it: as long as it has to be. */
const oneText = (text: string) => text.replaceAll(/\s+/g, " ");
