import { describe, expect, it } from "vitest";
import { parse } from "./test-file.ts";

const START = 1_795_200_000_000;
const HEADER = "timeStamp,elapsed,label,responseMessage,threadName,success,sentBytes,Latency,Connect";

const row = (at: number, [sent, latency, connect]: readonly (number | string)[], more = {}) => {
  const { label, message, success } = { label: "Home", message: "OK", success: true, ...more };
  return `${START + at},100,${label},${message},Users 1-1,${success},${sent},${latency},${connect}`;
};

function gaugesOf(...rows: string[]) {
  const { gauges } = parse([HEADER, ...rows, ""].join("\n")).recorder;
  return Object.fromEntries(
    gauges.map(({ name, unit, values }) => [
      `${name}, ${unit}`,
      values.map(({ atMicros, value, spread }) => [
        atMicros / 1e6 - START / 1_000,
        value,
        spread?.min,
        spread?.max,
        spread?.count,
      ]),
    ]),
  );
}

describe("first byte, connect and bytes sent", () => {
  it("are the mean, lowest and highest of the requests that completed in a second", () => {
    const rows = [
      row(0, [100, 10, 5]),
      row(950, [300, 90, 0]),
      row(100, [200, 50, 4]),
      row(1_000, [7, 6, 5]),
    ];
    expect(gaugesOf(...rows)).toEqual({
      "first byte, ms": [
        [0, 30, 10, 50, 2],
        [1, 48, 6, 90, 2],
      ],
      "connect, ms": [
        [0, 4.5, 4, 5, 2],
        [1, 2.5, 0, 5, 2],
      ],
      "sent per request, B": [
        [0, 150, 100, 200, 2],
        [1, 153.5, 7, 300, 2],
      ],
    });
  });

  it("leave out transactions, hops, what is not said, and first bytes that never came", () => {
    const transaction = {
      label: "Buy",
      message: '"Number of samples in transaction : 1, number of failing: 0"',
    };
    const rows = [
      row(0, [100, 10, ""]),
      row(0, [900, 90, 9], { label: "Home-0" }),
      row(0, [900, 90, 9], transaction),
      row(200, ["", 0, ""], { success: false }),
    ];
    expect(gaugesOf(...rows)).toEqual({
      "first byte, ms": [[0, 10, 10, 10, 1]],
      "sent per request, B": [[0, 100, 100, 100, 1]],
    });
  });

  it("are not known of a file without the columns", () => {
    expect(parse("timeStamp,elapsed,label,success\n1795200000000,1,a,true\n").recorder.gauges).toEqual([]);
  });
});
