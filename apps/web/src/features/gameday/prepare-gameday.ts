import { LEFT_OUT, untilText } from "@headroom/core";
import type { TickedOutcome } from "@headroom/core";
import type {
  FindingAnswer,
  GamedayAnswer,
  GamedayRunAnswer,
  GamedayStepAnswer,
  ListedGameday,
  Severity,
} from "@headroom/contract";
import { plural } from "@headroom/core/format";
import { formatFigure, formatSpan, joinUnit, outcomeState } from "@headroom/ui";
import type { IconName, OutcomeState } from "@headroom/ui";

type Times = Pick<GamedayAnswer, "startsAt" | "endsAt" | "timeZone">;

/** "19 Nov 2026, 20:00–21:00 (America/New_York)" */
export function windowText({ startsAt, endsAt, timeZone }: Times): string {
  return `${formatSpan(new Date(startsAt), new Date(endsAt), timeZone)} (${timeZone})`;
}

export function headlineOf({
  phase,
  now,
  startsAt,
  endsAt,
  sentence,
  steps,
  closed,
}: Pick<GamedayAnswer, "phase" | "now" | "startsAt" | "endsAt" | "sentence" | "steps" | "closed">): {
  lead: string;
  rest: string;
} {
  const secondsTo = (moment: string) => (Date.parse(moment) - Date.parse(now)) / 1_000;
  switch (phase) {
    case "planned":
      return {
        lead: `Starts in ${untilText(secondsTo(startsAt))}.`,
        rest:
          steps.length === 0
            ? "Nothing is planned yet."
            : `${plural(steps.length, "step is", "steps are")} planned.`,
      };
    case "running":
      return { lead: sentence, rest: `${untilText(secondsTo(endsAt))} left.` };
    case "ended":
      return { lead: sentence, rest: "The window is over. Close the gameday to freeze its report." };
    case "closed":
      return { lead: sentence, rest: `Closed by ${closed?.by ?? ""}.` };
  }
}

/** "1 missed, 2 not run, 3 as planned" of a closed gameday. */
export function countsText({ met, missed, unsure, open }: ListedGamedayCounts): string {
  const parts = [
    [missed, "missed"],
    [unsure, "unsure"],
    [open, "not run"],
    [met, "as planned"],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`);
  return said.length === 0 ? "Nothing planned" : said.join(", ");
}

/** How it went, or how far it is. */
export function progressText({
  phase,
  counts,
  steps,
}: Pick<ListedGameday, "phase" | "counts" | "steps">): string {
  if (counts !== null) return countsText(counts);
  const planned = plural(steps, "step");
  if (phase === "running") return `Running now, ${planned}`;
  return phase === "planned" ? `${planned} planned` : `Over, but not closed, ${planned}`;
}

type ListedGamedayCounts = NonNullable<ListedGameday["counts"]>;

export function listSentence(
  gamedays: readonly Pick<ListedGameday, "name" | "phase" | "startsAt" | "service">[],
  now: Date,
): { lead: string; rest: string } {
  const running = gamedays.find(({ phase }) => phase === "running");
  if (running !== undefined) return { lead: `${running.name} is running.`, rest: `${running.service.name}.` };
  const next = gamedays.findLast(({ phase }) => phase === "planned");
  if (next !== undefined) {
    const until = untilText((Date.parse(next.startsAt) - now.getTime()) / 1_000);
    return { lead: `${next.name} starts in ${until}.`, rest: `${next.service.name}.` };
  }
  const over = gamedays.find(({ phase }) => phase === "ended");
  if (over !== undefined) return { lead: `${over.name} is over.`, rest: "Close it to freeze its report." };
  if (gamedays.length === 0) return { lead: "No gamedays yet.", rest: "" };
  return { lead: "No gameday is planned.", rest: `${gamedays.length} in the past.` };
}

export const PHASES: Readonly<Record<GamedayAnswer["phase"], string>> = {
  planned: "Planned",
  running: "Now",
  ended: "To be closed",
  closed: "Closed",
};

export interface RunLine {
  id: string;
  name: string;
  /** Null: it is still being received. */
  state: OutcomeState | null;
  at: string;
  /** Each target with what the run showed. */
  results: { words: string; missed: boolean }[];
  /** What else has to be known, such as why it doesn't count. */
  notes: string[];
  counts: boolean;
  /** Deleted runs have no page. */
  hasPage: boolean;
}

export function runLine(run: GamedayRunAnswer, { endsAt }: Pick<Times, "endsAt">): RunLine {
  const { id, number, leftOut, status, outcome, endedAt, environment } = run;
  const where = leftOut === "other-environment" && environment !== null ? ` (${environment})` : "";
  const ranOver = leftOut === null && endedAt !== null && Date.parse(endedAt) > Date.parse(endsAt);
  return {
    id,
    name: `Run ${number}`,
    state: leftOut === "receiving" ? null : outcomeState(outcome),
    at: run.at,
    results: run.results.map(({ text, value, unit, verdict: each }) => ({
      words: value === null ? text : `${text}: ${joinUnit(formatFigure(value), unit)}`,
      missed: each === "missed",
    })),
    notes: [
      ...(leftOut === null ? [] : [`doesn't count: ${LEFT_OUT[leftOut]}${where}`]),
      ...(leftOut === null && status === "interrupted" ? ["interrupted"] : []),
      ...(ranOver ? ["ended after the window"] : []),
    ],
    counts: leftOut === null,
    hasPage: leftOut !== "deleted",
  };
}

export const OUTCOMES: Readonly<Record<TickedOutcome, string>> = {
  "as-expected": "As expected",
  "not-as-expected": "Not as expected",
};

interface StepLook {
  icon: IconName;
  /** Of the edge of its row. */
  edge: string;
  ink: string;
}

export const STEP_LOOKS: Readonly<Record<GamedayStepAnswer["state"], StepLook>> = {
  met: { icon: "met", edge: "border-l-good", ink: "text-good" },
  missed: { icon: "missed", edge: "border-l-bad", ink: "text-bad" },
  unsure: { icon: "unsure", edge: "border-l-unsure", ink: "text-unsure" },
  open: { icon: "open", edge: "border-l-line-strong", ink: "text-ink-3" },
};

/** The state in a word or two: a step that is tried is never "met". */
export function stateText(
  { state, experiment, tick, runs }: Pick<GamedayStepAnswer, "state" | "experiment" | "tick" | "runs">,
  isOver: boolean,
): string {
  if (tick !== null) return OUTCOMES[tick.outcome];
  if (state === "open") {
    if (runs.some(({ leftOut }) => leftOut === "receiving")) return "Running";
    return experiment === null ? (isOver ? "Not tried" : "To try") : isOver ? "Not run" : "To run";
  }
  if (state === "unsure" && runs.some(regressed)) return "Regressed";
  return { met: "Met", missed: "Missed", unsure: "Unsure" }[state];
}

function regressed({ leftOut, outcome }: GamedayRunAnswer): boolean {
  return leftOut === null && outcome === "regressed";
}

export const SEVERITIES: Readonly<Record<Severity, string>> = { high: "High", medium: "Medium", low: "Low" };

/** What has become of a finding since its gameday was closed; null: nothing. */
export function findingSince(then: FindingAnswer, now: FindingAnswer | undefined): string | null {
  if (now === undefined) return null;
  const closed = then.closedAt === null && now.closedAt !== null;
  const owner = now.owner !== then.owner ? (now.owner ?? "nobody") : null;
  const said = [...(closed ? ["closed since"] : []), ...(owner === null ? [] : [`now with ${owner}`])];
  return said.length === 0 ? null : said.join(", ");
}
