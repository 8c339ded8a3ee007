import { plural } from "../format/plural.ts";
import type { SloAlertState } from "../slo/alert-state.ts";
import { DAY_MILLIS } from "../time.ts";
import type { Verdict } from "../verdict/judged.ts";

const VERDICTS: Readonly<Record<Verdict, string>> = {
  met: "met",
  missed: "missed",
  unsure: "unsure",
  "no-baseline": "without a baseline",
};

export interface WorseNews {
  verdict: Verdict | null;
  before: Verdict | null;
  otherTargets: boolean;
  regressed: boolean;
  run: { number: number };
  simulated: boolean;
}

/** "Missed, was met. Regressed from its baseline. Run 12." */
export function worseWords(news: WorseNews): string {
  const { verdict, before, otherTargets, regressed, run, simulated } = news;
  const judged = otherTargets ? " with other targets" : "";
  const fell = verdict !== null && before !== null && verdict !== before;
  const words = [
    fell ? `${capital(VERDICTS[verdict])}, was ${VERDICTS[before]}${judged}.` : null,
    regressed ? "Regressed from its baseline." : null,
    `${simulated ? "Simulated run" : "Run"} ${run.number}.`,
  ];
  return words.filter((word) => word !== null).join(" ");
}

export const BURNING_WORDS: Readonly<Record<Exclude<SloAlertState, "ok">, string>> = {
  "burning-slowly": "Its error budget is burning slowly.",
  "burning-fast": "Its error budget is burning fast.",
  spent: "Its error budget is spent.",
};

/** Of a proof that no longer counts, or not for much longer. */
export function staleWords({ endsAt, ended }: { endsAt: Date; ended: boolean }, now: Date): string {
  const left = (endsAt.getTime() - now.getTime()) / DAY_MILLIS;
  const days = Math.max(1, ended ? Math.floor(-left) : Math.ceil(left));
  return ended
    ? `Its proof ended ${plural(days, "day")} ago, so it proves nothing.`
    : `Its proof ends in ${plural(days, "day")}.`;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
