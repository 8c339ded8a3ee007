import type { SinceLastVisit, StaleProof, WorseExperiment, WorseSlo } from "@headroom/services";
import { formatCount } from "@headroom/ui";
import type { VerdictState } from "@headroom/ui";

interface NewsLine {
  key: string;
  name: string;
  href: string;
  service: string;
  /** "Missed, was met. Run 12." */
  words: string;
  /** Null: it isn't about a verdict. */
  state: VerdictState | null;
}

export interface News {
  /** "Nothing got worse." */
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
  stale: readonly StaleProof[],
  now: Date,
): News | null {
  const old = stale.map((proof) => staleLine(proof, now));
  if (found === null) return null;
  if (found.since === null)
    return {
      title:
        old.length === 0
          ? "Your first visit."
          : `Your first visit. ${counted(old.length, "proof needs", "proofs need")} a new run.`,
      since: null,
      note: "From the next visit on, this says what got worse since you last looked.",
      lines: old,
    };
  const worse = [...found.slos.map(sloLine), ...found.worse.map(worseLine)];
  const total = found.worseTotal + found.slos.length;
  const left = total - worse.length;
  return {
    title: titleOf(total, old.length),
    since: found.since.toISOString(),
    note: left > 0 ? `${formatCount(left)} more got worse: the catalog lists them.` : null,
    lines: [...worse, ...old],
  };
}

function titleOf(worse: number, stale: number): string {
  const news = worse === 0 ? "Nothing got worse." : `${formatCount(worse)} got worse.`;
  return stale === 0 ? news : `${news} ${counted(stale, "proof needs", "proofs need")} a new run.`;
}

function counted(count: number, one: string, many: string): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}

const VERDICTS = {
  met: "met",
  missed: "missed",
  unsure: "unsure",
  "no-baseline": "without a baseline",
} as const;

function worseLine({ experiment, service, run, verdict, before, regressed }: WorseExperiment): NewsLine {
  const fell = verdict !== null && before !== null && verdict !== before;
  const words = [
    fell ? `${capital(VERDICTS[verdict])}, was ${VERDICTS[before]}.` : null,
    regressed ? "Regressed from its baseline." : null,
    `Run ${run.number}.`,
  ];
  return {
    ...{ key: run.id, name: experiment.name, href: `/runs/${run.id}`, service: service.name },
    ...{ words: words.filter((word) => word !== null).join(" "), state: verdict ?? "untargeted" },
  };
}

const BURNING: Record<WorseSlo["state"], string> = {
  "burning-slowly": "Its error budget is burning slowly.",
  "burning-fast": "Its error budget is burning fast.",
  spent: "Its error budget is spent.",
};

function sloLine({ id, name, service, state }: WorseSlo): NewsLine {
  const href = `/services/${encodeURIComponent(service.slug)}/slos/${id}`;
  return { key: id, name, href, service: service.name, words: BURNING[state], state: null };
}

const DAY_MILLIS = 86_400_000;

function staleLine({ experiment, service, endsAt, ended }: StaleProof, now: Date): NewsLine {
  const left = (endsAt.getTime() - now.getTime()) / DAY_MILLIS;
  const days = Math.max(1, ended ? Math.floor(-left) : Math.ceil(left));
  const words = ended
    ? `Its proof ended ${counted(days, "day", "days")} ago, so it proves nothing.`
    : `Its proof ends in ${counted(days, "day", "days")}.`;
  return {
    ...{ key: `stale ${experiment.id}`, name: experiment.name, href: `/experiments/${experiment.id}` },
    ...{ service: service.name, words, state: null },
  };
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
