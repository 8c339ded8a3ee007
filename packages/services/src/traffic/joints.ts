import { joinOutcomes, outcomesRuleOf, phaseOf, spread, spreadWithOutcome } from "@headroom/core";
import type { Cell, CountedBetween, FoldedReading, Outcomes } from "@headroom/core";
import type { SourceStates } from "./source-states.ts";

type Source = Pick<FoldedReading, "key" | "rule" | "label" | "failed" | "joint">;

/** Takes what sources have counted, by the second. */
interface Counted {
  has(rule: string): boolean;
  add(rule: string, place: { label: string; second: number }, cell: Cell): void;
}

interface Joined {
  rule: string;
  label: string;
  /** With the source of each. */
  counted: Map<CountedBetween, string>;
  outcomes: Outcomes[];
}

/** Hands over what sources have counted. Where another metric says which of it failed, that is found out first. */
export class Joints {
  /** Rules that are joined, by the one that gives their outcomes. */
  readonly #joined = new Map<string, string>();
  readonly #open = new Map<string, Joined>();

  /** `rules`: those whose requests count. */
  constructor(rules: readonly string[]) {
    for (const rule of rules) {
      const outcomes = outcomesRuleOf(rule);
      if (outcomes !== null) this.#joined.set(outcomes, rule);
    }
  }

  areGivenBy(rule: string): boolean {
    return this.#joined.has(rule);
  }

  take(to: Counted, source: Source, counted: CountedBetween): void {
    const { rule, failed, joint } = source;
    const joined = this.#joined.get(rule);
    if (joint !== undefined && joined !== undefined && failed !== null) {
      const { count: requests, fromMicros, toMicros } = counted;
      const outcomes = { fromMicros, toMicros, requests, failed: failed ? requests : 0 };
      this.#of(joint, { ...source, rule: joined }).outcomes.push(outcomes);
    }
    if (!to.has(rule)) return;
    if (joint !== undefined && failed === null && outcomesRuleOf(rule) !== null)
      this.#of(joint, source).counted.set(counted, source.key);
    else add(to, source, spread(counted, failed, phaseOf(source.key, counted.toMicros)));
  }

  #of(joint: string, { rule, label }: Source): Joined {
    const known = this.#open.get(joint) ?? { rule, label, counted: new Map(), outcomes: [] };
    this.#open.set(joint, known);
    return known;
  }

  /** `arrivedMicros`: when the last of it arrived. */
  finish(to: Counted, states: SourceStates, arrivedMicros: number): void {
    for (const [joint, { rule, label, counted, outcomes }] of this.#open) {
      const { state, ready } = joinOutcomes(states.joint(joint), {
        outcomes,
        counted: [...counted.keys()],
        arrivedMicros,
      });
      states.moveJoint(joint, state);
      for (const { counted: one, ...outcome } of ready) {
        const phase = phaseOf(counted.get(one) ?? joint, one.toMicros);
        add(to, { rule, label }, spreadWithOutcome(one, outcome, phase));
      }
    }
  }
}

function add(
  to: Counted,
  { rule, label }: Pick<Source, "rule" | "label">,
  cells: readonly { second: number; cell: Cell }[],
): void {
  for (const { second, cell } of cells) to.add(rule, { label, second }, cell);
}
