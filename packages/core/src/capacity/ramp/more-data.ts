import { formatFigure } from "../../format/number.ts";

/** What is left of a throughput with more data, if the work of a request grows in proportion to it. */
export interface WithMoreData {
  /** How many times more records there are. */
  times: number;
  /** Successful requests per second. */
  throughput: number;
  /** How many times the machines it takes for the throughput that was measured. */
  machines: number;
  sentence: string;
  assumption: string;
}

export const MORE_DATA = { least: 1, most: 10_000 };

const ASSUMPTION =
  "This assumes that the work of a request grows in proportion to the data. A run with one amount of data can't show whether that is true: run it with more to find out.";

/** The most that a ramp did, with so many times the data. */
export function withMoreData(most: { throughput: number }, times: number): WithMoreData {
  const throughput = most.throughput / times;
  const share = String(Number(times.toPrecision(3)));
  return {
    times,
    throughput,
    machines: times,
    assumption: ASSUMPTION,
    sentence: `With ${share} times the data, ${formatFigure(throughput)} req/s are left of ${formatFigure(most.throughput)}. For the same throughput, it takes ${share} times the machines.`,
  };
}
