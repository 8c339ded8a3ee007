import { plural } from "@headroom/core/format";
import { formatCount } from "@headroom/ui";
import type { OutcomeState } from "@headroom/ui";
import type { StateCounts } from "../catalog/catalog-sentence.ts";
import type { CatalogRow } from "../catalog/prepare-catalog.ts";
import type { CatalogFigure } from "../catalog/prepare-figures.ts";
import { GROUP_SAYS, OUTCOME_SAYS } from "../shell/outcome-words.ts";

export interface ServiceVerdict {
  /** The worst of the latest outcomes; null: there are no experiments. */
  state: OutcomeState | null;
  lead: string;
  rest: string;
}

type NamedRow = Pick<CatalogRow, "name" | "state" | "p99" | "throughput">;

interface ServiceTests {
  /** The worst first. */
  rows: readonly NamedRow[];
  counts: StateCounts;
}

/** More names than these are a list and no sentence. */
const MOST_NAMED = 2;

/** What the tests say of a service: the worst first, and of few others their names. */
export function prepareVerdicts({ rows, counts }: ServiceTests): ServiceVerdict {
  const [worst, ...others] = rows;
  if (worst === undefined)
    return { state: null, lead: "Nothing proved yet.", rest: "Upload a run, or send live traffic." };
  const { state } = worst;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const same = counts[state];
  if (total === 1)
    return { state, lead: `Its only experiment ${OUTCOME_SAYS[state]}${figureOf(worst)}.`, rest: "" };
  if (same === total) return { state, lead: allWords(state, total), rest: "" };
  const which = same === 1 ? `: ${worst.name}${figureOf(worst)}` : "";
  const isNamed = others.length === total - 1 && others.length <= MOST_NAMED;
  return {
    state,
    lead: `${formatCount(same)} of ${plural(total, "experiment")} ${GROUP_SAYS[state](same)}${which}.`,
    rest: isNamed ? sentencesOf(others.filter((one) => one.state !== state)) : groupsOf(counts, state),
  };
}

/** "Both experiments hold.", "All 3 experiments hold.", "None of the 3 experiments is judged." */
function allWords(state: OutcomeState, total: number): string {
  const none = NONE_SAYS[state];
  if (none !== undefined)
    return total === 2
      ? `Neither experiment ${none}.`
      : `None of the ${formatCount(total)} experiments ${none}.`;
  const which = total === 2 ? "Both" : `All ${formatCount(total)}`;
  return `${which} experiments ${GROUP_SAYS[state](total)}.`;
}

/** What several don't do is said of none of them. */
const NONE_SAYS: Partial<Record<OutcomeState, string>> = {
  "not-judged": "is judged",
  open: "has results yet",
};

/** "Ramp is unsure. Mix holds.", or "Ramp and Mix hold." */
function sentencesOf(rows: readonly NamedRow[]): string {
  return [...Map.groupBy(rows, ({ state }) => state)]
    .map(([state, alike]) => {
      const says = alike.length === 1 ? OUTCOME_SAYS[state] : GROUP_SAYS[state](alike.length);
      return `${alike.map(({ name }) => name).join(" and ")} ${says}.`;
    })
    .join(" ");
}

/** "5 hold, 1 is unsure." */
function groupsOf(counts: StateCounts, said: OutcomeState): string {
  const groups = STATES.filter((state) => state !== said && counts[state] > 0).map(
    (state) => `${formatCount(counts[state])} ${GROUP_SAYS[state](counts[state])}`,
  );
  return `${groups.join(", ")}.`;
}

const STATES = Object.keys(OUTCOME_SAYS) as OutcomeState[];

/** The figure of the target that it misses: ", p99 131 ms (target 120 ms)". */
function figureOf({ p99, throughput }: NamedRow): string {
  return missOf("p99", p99) ?? missOf("throughput", throughput) ?? "";
}

function missOf(name: string, figure: CatalogFigure | null): string | null {
  if (figure === null || figure.against?.verdict !== "missed") return null;
  const target = figure.against.wanted.replace(/^[≤≥<>] /u, "");
  return `, ${name} ${figure.value} ${figure.unit} (target ${target})`;
}
