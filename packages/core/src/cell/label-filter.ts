import { formatCount } from "../format/number.ts";
import { plural } from "../format/plural.ts";
import type { Warning } from "./sample.ts";

/** Which labels of a file count, by patterns in which `*` matches any text. */
export interface LabelFilter {
  /** If there are any, only labels that match one of these. */
  only: readonly string[];
  /** No label that matches one of these. */
  except: readonly string[];
}

/** What a filter left out of a file. */
export interface LeftOutLabels {
  requests: number;
  labels: number;
  /** Patterns that no label matches. */
  unmatched: string[];
}

/** A run's filter, and what it left out of all of the run's files. */
export interface RunLabelFilter extends LabelFilter {
  requests: number;
  labels: number;
}

/** Each part of the pattern is looked for once, from left to right: no pattern is slow. */
export function matchesLabel(pattern: string, label: string): boolean {
  const [head = "", ...rest] = pattern.split("*");
  const tail = rest.pop();
  if (tail === undefined) return label === pattern;
  if (!label.startsWith(head) || label.length < head.length + tail.length || !label.endsWith(tail))
    return false;
  let from = head.length;
  for (const part of rest) {
    const at = label.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return from <= label.length - tail.length;
}

export function keepsLabel({ only, except }: LabelFilter, label: string): boolean {
  if (only.length > 0 && !only.some((pattern) => matchesLabel(pattern, label))) return false;
  return !except.some((pattern) => matchesLabel(pattern, label));
}

/** Null: nothing is left out. */
export function labelFilterOf(
  only: readonly string[] = [],
  except: readonly string[] = [],
): LabelFilter | null {
  if (only.length === 0 && except.length === 0) return null;
  const distinct = (patterns: readonly string[]) => [...new Set(patterns)].toSorted();
  return { only: distinct(only), except: distinct(except) };
}

export function isSameFilter(a: LabelFilter | null, b: LabelFilter | null): boolean {
  const key = (filter: LabelFilter | null) =>
    filter === null ? "" : JSON.stringify([filter.only, filter.except]);
  return key(a) === key(b);
}

const quoted = (patterns: readonly string[]) => {
  const all = patterns.map((pattern) => `“${pattern}”`);
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} or ${all.at(-1) ?? ""}`;
};

/** "labels matching “setup*”", as what was left out. */
export function leftOutLabelsWords({ only, except }: LabelFilter): string {
  if (only.length === 0) return `labels matching ${quoted(except)}`;
  const others = `labels not matching ${quoted(only)}`;
  return except.length === 0 ? others : `${others}, and those matching ${quoted(except)}`;
}

/** What the reader of any figure of the run has to know. */
export function labelFilterSentence({ requests, labels, ...filter }: RunLabelFilter): string {
  const what = leftOutLabelsWords(filter);
  const words = `${what.charAt(0).toUpperCase()}${what.slice(1)} were left out when this was uploaded`;
  return labels === 0
    ? `${words}. There were none.`
    : `${words}: ${formatCount(requests)} ${requests === 1 ? "request" : "requests"} of ${plural(labels, "label")}.`;
}

export function leftOutWarnings(filter: LabelFilter, { requests, unmatched }: LeftOutLabels): Warning[] {
  const what = leftOutLabelsWords(filter);
  const warnings: Warning[] = [
    {
      code: "labels-filtered",
      count: requests,
      detail: `${what.charAt(0).toUpperCase()}${what.slice(1)} were left out when this was uploaded. All figures and verdicts are of the other requests.`,
      lines: [],
    },
  ];
  if (unmatched.length > 0)
    warnings.push({
      code: "label-pattern-unmatched",
      count: unmatched.length,
      detail: `No label matches ${quoted(unmatched)}. Patterns are compared with whole labels, and upper and lower case differ.`,
      lines: [],
    });
  return warnings;
}
