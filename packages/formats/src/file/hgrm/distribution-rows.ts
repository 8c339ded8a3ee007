import { HeadroomError } from "@headroom/core";

/** Up to a value, so many requests, which are this share of all. */
interface DistributionRow {
  value: number;
  share: number;
  count: number;
}

/** The rows of a distribution, and what stands below them, if anything does. */
export interface Distribution {
  rows: DistributionRow[];
  /** Digits behind the point of a value: what it was rounded to. */
  decimals: number;
  mean: number | null;
  max: number | null;
  total: number | null;
  /** How many buckets HdrHistogram has for a doubling of the value, times two. */
  subBuckets: number | null;
}

const HEADER = /^"?Value"?[\s,]+"?Percentile"?[\s,]+"?TotalCount"?[\s,]+"?1\/\(1-Percentile\)"?\s*$/;
const ROW =
  /^\d{1,15}(\.\d{1,9})?[\s,]+(0\.\d{1,18}|1\.0{1,18})[\s,]+\d{1,16}([\s,]+[\d.]{1,20}|[\s,]+(inf|Infinity))?$/;
const MEAN = /^#\[Mean\s*=\s*([\d.]+), StdDeviation\s*=\s*[\d.]+\]$/;
const MAX = /^#\[Max\s*=\s*([\d.]+), Total count\s*=\s*(\d+)\]$/;
const BUCKETS = /^#\[Buckets\s*=\s*\d+, SubBuckets\s*=\s*(\d+)\]$/;
/** HdrHistogram prints some hundreds. */
const MAX_ROWS = 10_000;
const MAX_LINE_LETTERS = 200;

export function isHeader(line: string): boolean {
  return line.length <= MAX_LINE_LETTERS && HEADER.test(line.trim());
}

/** Reads the lines behind the header; throws for a line that fits none, with its number. */
export function readRows(lines: readonly string[]): Distribution {
  const found: Distribution = { rows: [], decimals: 0, mean: null, max: null, total: null, subBuckets: null };
  let hasHeader = false;
  lines.forEach((raw, index) => {
    const line = raw.trim();
    if (line === "") return;
    if (!hasHeader) {
      if (!isHeader(line)) refuse(index, "the header is missing");
      hasHeader = true;
    } else if (line.startsWith("#")) readFooter(line, found);
    else readRow(line, index, found);
  });
  return found;
}

function readRow(line: string, index: number, found: Distribution): void {
  if (line.length > MAX_LINE_LETTERS || !ROW.test(line))
    refuse(index, "it is not a value, percentile and count");
  const [value = "", share = "", count = ""] = line.split(/[\s,]+/);
  const row = { value: Number(value), share: Number(share), count: Number(count) };
  if (!follows(row, found.rows.at(-1))) {
    refuse(index, "value, percentile and count must not decrease");
  }
  if (found.rows.length === MAX_ROWS) refuse(index, `there are more than ${MAX_ROWS} rows`);
  found.rows.push(row);
  found.decimals = Math.max(found.decimals, value.split(".")[1]?.length ?? 0);
}

type Row = Distribution["rows"][number];

function follows(row: Row, last: Row | undefined): boolean {
  if (last === undefined) return true;
  return row.value >= last.value && row.share >= last.share && row.count >= last.count;
}

function readFooter(line: string, found: Distribution): void {
  const text = line.slice(0, MAX_LINE_LETTERS);
  const mean = MEAN.exec(text)?.[1];
  if (mean !== undefined) found.mean = Number(mean);
  const [, max, total] = MAX.exec(text) ?? [];
  if (max !== undefined) found.max = Number(max);
  if (total !== undefined) found.total = Number(total);
  const subBuckets = BUCKETS.exec(text)?.[1];
  if (subBuckets !== undefined) found.subBuckets = Number(subBuckets);
}

function refuse(index: number, why: string): never {
  throw new HeadroomError(
    "file-unreadable",
    `The percentile distribution cannot be read at line ${index + 1}: ${why}.`,
    { line: index + 1, hint: "Send the file exactly as HdrHistogram wrote it." },
  );
}
