import { ALL_REQUESTS, DAY_MICROS, HeadroomError, PERCENTILE_IDS, rankOf } from "@headroom/core";
import type { Cell, ParseReport, SampleSink } from "@headroom/core";
import type { ParseOptions } from "../../parser.ts";
import type { Findings } from "../../text/document.ts";
import { unitMicrosOf } from "../hdr-log/unit.ts";
import { readRows } from "./distribution-rows.ts";
import type { Distribution } from "./distribution-rows.ts";

const MAX_MICROS = 30 * DAY_MICROS;

/**
 * Reads a percentile distribution as buckets: each row says exactly how many requests took no longer than its value, and
 * nothing of where they lie below it. So any percentile is known to lie between two rows, and shards can be added up.
 * Percentiles that a row states are that row's value.
 */
export function readDistribution(
  text: string,
  sink: SampleSink,
  options: ParseOptions,
  { refusals, warnings }: Findings,
): ParseReport {
  const distribution = readRows(text.split("\n"));
  const requests = countOf(distribution);
  const unitMicros = unitMicrosOf(options, "distribution");
  sink.total(ALL_REQUESTS, cellOf(distribution, requests, unitMicros));
  return {
    format: "hgrm",
    tool: "hdrhistogram",
    toolVersion: null,
    accepted: distribution.rows.length,
    refused: refusals.tally(),
    warnings: warnings.list(),
    loadModel: "unknown",
    source: "buckets",
    latencyResolutionMicros: Math.max(1, unitMicros * 10 ** -distribution.decimals),
    latencyRelativeError: distribution.subBuckets === null ? 0 : 1 / distribution.subBuckets,
    absent: ["errors"],
    clock: "none",
    startedAtMicros: null,
    durationSeconds: null,
  };
}

/** All requests, once it is sure that the rows reach to the last of them. */
function countOf({ rows, total }: Distribution): number {
  const last = rows.at(-1);
  if (last === undefined || last.share < 1 || !Number.isSafeInteger(last.count)) {
    throw new HeadroomError(
      "file-truncated",
      "The percentile distribution ends before its last percentile, 1.0.",
      {
        hint: "Send the file exactly as HdrHistogram wrote it.",
      },
    );
  }
  if (total !== null && total !== last.count) {
    throw new HeadroomError(
      "file-unreadable",
      `The percentile distribution has ${last.count} values in its rows, but a total of ${total}.`,
    );
  }
  return last.count;
}

/**
 * The whole microseconds that hold all up to this value. Decimals are first taken off at the nanosecond, where binary
 * fractions of them would add a microsecond.
 */
function boundOf(value: number, unitMicros: number): number {
  const bound = Math.ceil(Math.round(value * unitMicros * 1_000) / 1_000);
  if (bound <= MAX_MICROS) return bound;
  throw new HeadroomError(
    "file-unreadable",
    "The percentile distribution contains a latency of more than 30 days. Check the unit.",
    { field: "unit" },
  );
}

function cellOf({ rows, mean, max }: Distribution, requests: number, unitMicros: number): Cell {
  const [first] = rows;
  const upperBoundsMicros: number[] = [];
  const counts: number[] = [];
  let counted = 0;
  for (const { value, count } of rows) {
    const bound = boundOf(value, unitMicros);
    if (upperBoundsMicros.at(-1) !== bound) {
      upperBoundsMicros.push(bound);
      counts.push(0);
    }
    counts[counts.length - 1] = (counts.at(-1) ?? 0) + count - counted;
    counted = count;
  }
  return {
    requests,
    errors: 0,
    items: requests,
    bytes: 0,
    sumMicros: mean === null ? null : mean * requests * unitMicros,
    minMicros: first === undefined || first.share > 0 ? null : first.value * unitMicros,
    maxMicros: (max ?? rows.at(-1)?.value ?? 0) * unitMicros,
    // Nothing lies above the last row.
    distribution:
      requests === 0
        ? { kind: "none" }
        : {
            kind: "buckets",
            upperBoundsMicros,
            counts: [...counts, 0],
            listedMicros: listedOf(rows, requests, unitMicros),
          },
  };
}

/** As precise as a percentile can be stored. */
const MAX_PERCENT_DECIMALS = 4;

/**
 * The percentiles that the rows state. The value of a row is that of all ranks from its share to its count; where the
 * ranks before it lie is not said.
 */
function listedOf(rows: Distribution["rows"], requests: number, unitMicros: number): Record<string, number> {
  const asked = PERCENTILE_IDS.map((percentile) => Number(percentile.slice(1)));
  const own = rows.flatMap(({ share }) => {
    const percent = Number((share * 100).toFixed(10));
    return Number(percent.toFixed(MAX_PERCENT_DECIMALS)) === percent && percent > 0 ? [percent] : [];
  });
  const percents = [...new Set([...asked, ...own])].toSorted((a, b) => a - b);
  const listed = percents.flatMap((percent) => {
    const rank = rankOf(percent / 100, requests);
    const row = rows.find(({ count }) => count >= rank);
    const isStated = row !== undefined && rank >= rankOf(row.share, requests);
    return isStated ? [[`p${percent}`, Math.round(row.value * unitMicros)] as const] : [];
  });
  return Object.fromEntries(listed);
}
