import { BURNING_WORDS, headlineOf, staleWords, worseWords } from "@headroom/core";
import { plural } from "@headroom/core/format";
import type { Overview, SinceLastVisit, StaleProof, WorseExperiment, WorseSlo } from "@headroom/services";
import { formatCount, outcomeState } from "@headroom/ui";
import type { VerdictState } from "@headroom/ui";

interface NewsLine {
  key: string;
  name: string;
  href: string;
  service: string;
  /** "Misses, was holding. Run 12." */
  words: string;
  /** Null: it isn't about a verdict. */
  state: VerdictState | null;
}

export interface News {
  /** "Nothing got worse", or what is known instead. */
  title: string;
  /** The end of the visit before; null: this is the first one. */
  since: string | null;
  /** What is said instead of a list. */
  note: string | null;
  lines: readonly NewsLine[];
}

/** What got worse since somebody last looked, and what is stale whenever they look. */
export function prepareNews(
  found: SinceLastVisit | null,
  { stale, staleTotal }: Pick<Overview, "stale" | "staleTotal">,
  now: Date,
): News | null {
  const old = stale.map((proof) => staleLine(proof, now));
  if (found === null) return null;
  if (found.since === null || found.evidence === null)
    return staleTotal === 0
      ? null
      : {
          title: `${plural(staleTotal, "proof needs", "proofs need")} a new run.`,
          since: null,
          note: null,
          lines: old,
        };
  const worse = [...found.slos.map(sloLine), ...found.worse.map(worseLine)];
  const total = found.worseTotal + found.slos.length;
  const left = total - worse.length;
  return {
    title: titleOf(headlineOf(found.evidence, found.worseTotal), staleTotal),
    since: found.since.toISOString(),
    note: left > 0 ? `${formatCount(left)} more got worse: Experiments lists them.` : null,
    lines: [...worse, ...old],
  };
}

function titleOf(news: string, stale: number): string {
  return stale === 0 ? `${news}.` : `${news}. ${plural(stale, "proof needs", "proofs need")} a new run.`;
}

function worseLine(one: WorseExperiment): NewsLine {
  const { experiment, service, run, outcome } = one;
  return {
    key: run.id,
    name: experiment.name,
    href: `/runs/${run.id}`,
    service: service.name,
    words: worseWords(one),
    state: outcomeState(outcome),
  };
}

function sloLine({ id, name, service, state }: WorseSlo): NewsLine {
  const href = `/services/${encodeURIComponent(service.slug)}/slos/${id}`;
  return { key: id, name, href, service: service.name, words: BURNING_WORDS[state], state: null };
}

function staleLine(proof: StaleProof, now: Date): NewsLine {
  const { experiment, service } = proof;
  return {
    key: `stale ${experiment.id}`,
    name: experiment.name,
    href: `/experiments/${experiment.id}`,
    service: service.name,
    words: staleWords(proof, now),
    state: null,
  };
}
