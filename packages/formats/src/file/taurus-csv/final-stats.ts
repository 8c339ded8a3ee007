import { ALL_REQUESTS, HeadroomError, mergeAllCells, SECOND_MICROS } from "@headroom/core";
import type { Cell, ParseReport, SampleSink } from "@headroom/core";
import { givenCell } from "../../given-cell.ts";
import type { Findings } from "../../text/document.ts";

/** What Taurus says of one label, by the names of its CSV; the label of all requests is empty. */
export interface Group {
  label: string;
  values: ReadonlyMap<string, string>;
  line: number;
}

/** Gives the groups to the sink and says what was found. `throughput` is the number of samples here, not a rate. */
export function giveGroups(
  groups: readonly Group[],
  sink: SampleSink,
  { refusals, warnings }: Findings,
  own: Pick<ParseReport, "format" | "durationSeconds">,
): ParseReport {
  const cells = new Map<string, Cell>();
  for (const group of groups) {
    if (cells.has(group.label)) throw wrong(group, `the label ${JSON.stringify(group.label)} appears twice`);
    const number = group.label === "" ? ALL_REQUESTS : sink.label(group.label, "request");
    const cell = cellOf(group);
    cells.set(group.label, cell);
    sink.total(number, cell);
    for (const [code, times] of failuresIn(group)) sink.failure(number, code, times);
  }
  if (!cells.has("")) sink.total(ALL_REQUESTS, mergeAllCells(cells.values()));
  const hasQuantiles = [...cells.values()].some(({ distribution }) => distribution.kind === "quoted");
  return {
    tool: "taurus",
    toolVersion: null,
    accepted: groups.length,
    refused: refusals.tally(),
    warnings: warnings.list(),
    // It runs other tools, open ones and closed ones, and does not say which.
    loadModel: "unknown",
    source: hasQuantiles ? "quoted" : "none",
    latencyResolutionMicros: 10,
    latencyRelativeError: 0,
    absent: [],
    clock: "none",
    startedAtMicros: null,
    ...own,
  };
}

function cellOf(group: Group): Cell {
  const { values } = group;
  const seconds = (name: string) => numberOf(values.get(name));
  const requests = countOf(group, "throughput");
  const errors = countOf(group, "fail");
  if (errors > requests) throw wrong(group, "it has more failed samples than samples");
  const percentiles = [...values.keys()].flatMap((name) => {
    const percent = /^perc_(\d{1,2}(?:\.\d{1,4})?)$/.exec(name)?.[1];
    return percent === undefined || Number(percent) === 0
      ? []
      : [[`p${Number(percent)}`, seconds(name)] as const];
  });
  return givenCell(
    {
      requests,
      errors,
      bytes: numberOf(values.get("bytes")) ?? 0,
      mean: seconds("avg_rt"),
      min: seconds("perc_0.0"),
      max: seconds("perc_100.0"),
      percentiles: Object.fromEntries(percentiles),
    },
    SECOND_MICROS,
  );
}

/** The codes that mean a failure: HTTP's from 400 on, and whatever is not a number of HTTP. */
function failuresIn({ values }: Group): [string, number][] {
  return [...values].flatMap(([name, value]): [string, number][] => {
    const code = name.startsWith("rc_") ? name.slice(3) : "";
    const times = numberOf(value) ?? 0;
    const isGood = /^[123]\d\d$/.test(code);
    return code === "" || isGood || times === 0 ? [] : [[code, times]];
  });
}

function countOf(group: Group, name: string): number {
  const count = numberOf(group.values.get(name));
  if (count === null || !Number.isSafeInteger(count)) throw wrong(group, `it has no "${name}" count`);
  return count;
}

function numberOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}(\.\d{1,15})?$/.test(text) ? Number(text) : null;
}

function wrong({ label, line }: Group, why: string): HeadroomError {
  const of = label === "" ? "all requests" : JSON.stringify(label);
  return new HeadroomError(
    "file-unreadable",
    `The final stats for ${of} (line ${line}) cannot be read: ${why}.`,
    {
      line,
      hint: "Send the file exactly as the final-stats module of Taurus wrote it.",
    },
  );
}
