import { describe, expect, it } from "vitest";
import type { ParseOptions } from "../../parser.ts";
import { parse, parseRows, ROW } from "./test-file.ts";

describe("why requests failed", () => {
  const header =
    "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage";
  const row = (code: string, message: string, assertion = "", success = "false") =>
    `1795200000000,100,Home,${code},${message},Users 1-1,text,${success},${assertion}`;
  const reasonsOf = (...rows: string[]) => {
    const { recorder } = parse([header, ...rows, ""].join("\n"));
    return [recorder.all, ...recorder.named].map(({ name, failures }) => [
      name,
      Object.fromEntries(failures),
    ]);
  };

  it.each([
    [row("503", "Service Unavailable"), "503 Service Unavailable"],
    [row("200", "OK", "expected to contain /basket/"), "expected to contain /basket/"],
    [row("200", "OK", '"expected a, got b"'), "expected a, got b"],
    [row("500", "Error", "expected 200"), "500 Error"],
    [row("", "", "expected 200"), "expected 200"],
    [
      row(
        "Non HTTP response code: java.net.ConnectException",
        "Non HTTP response message: Connection refused",
      ),
      "java.net.ConnectException Connection refused",
    ],
    [row("Non HTTP response code: java.net.ConnectException", ""), "java.net.ConnectException"],
  ])("%s", (failed, reason) => {
    expect(reasonsOf(failed, row("200", "OK", "", "true"), failed)).toEqual([
      ["(all)", {}],
      ["Home", { [reason]: 2 }],
    ]);
  });

  it("are those of requests, which a transaction's or a hop's would only tell again", () => {
    const transaction = row("", '"Number of samples in transaction : 1, number of failing samples : 1"');
    const hop = row("404", "Not Found").replace("Home", "Home-0");
    expect(reasonsOf(row("404", "Not Found"), hop, transaction.replace("Home", "Buy"))).toEqual([
      ["(all)", {}],
      ["Home", { "404 Not Found": 1 }],
      ["Home-0", {}],
      ["Buy", {}],
    ]);
  });
});

describe("status codes from 400 on", () => {
  const header = "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success";
  const row = (code: string, success: boolean, message = "x") =>
    `1795200000000,100,Home,${code},${message},Users 1-1,${success}`;
  const rows = [row("200", true), row("500", true), row("503", false), row("404", true), row("500", false)];
  const odd = ["Non HTTP response code: x", "50", "5000", "600", ""].map((code) => row(code, false));
  const read = (options: ParseOptions, ...lines: string[]) =>
    parse([header, ...lines, ""].join("\n"), options).recorder;

  it.each([
    ["plain", (line: string) => line],
    ["quoted", (line: string) => line.replace("Home", '"Home"')],
  ])("are counted with the tool's word, in %s rows", (_, written) => {
    const { codes, requests } = read({}, ...[...rows, ...odd].map(written));
    expect(codes).toEqual({ "404": [1, 0], "500": [2, 1], "503": [1, 1] });
    expect([requests.all.count, requests.errors]).toEqual([10, 7]);
  });

  it("make a failure of what the tool called success if errors are counted by code", () => {
    const { codes, requests, named } = read({ errorsBy: "code" }, ...rows);
    expect(codes).toEqual({ "404": [1, 0], "500": [2, 1], "503": [1, 1] });
    expect(requests.errors).toBe(3);
    expect(Object.fromEntries(named[0]?.failures ?? [])).toEqual({ "500 x": 2, "503 x": 1 });
  });

  it("are counted without times, too", () => {
    const untimed = "elapsed,label,responseCode,responseMessage,threadName,success";
    const lines = rows.map((line) => line.slice(line.indexOf(",") + 1));
    const { recorder } = parse([untimed, ...lines, ""].join("\n"));
    expect(recorder.codes).toEqual({ "404": [1, 0], "500": [2, 1], "503": [1, 1] });
  });
});

describe("users", () => {
  const header = "timeStamp,elapsed,label,success,allThreads";
  const usersOf = (...rows: string[]) =>
    parse([header, ...rows, ""].join("\n")).recorder.gauges.map(({ name, unit, values }) => ({
      name,
      unit,
      values: values.map(({ atMicros, value }) => [atMicros / 1_000 - 1_795_200_000_000, value]),
    }));

  it("are the threads of all groups when a request ended, at most one value a second", () => {
    const rows = [0, 300, 600, 900, 1_200].map(
      (start, index) => `${1_795_200_000_000 + start},100,Home,true,${index + 1}`,
    );
    const values = [
      [700, 3],
      [1_300, 5],
    ];
    expect(usersOf(...rows)).toEqual([{ name: "users", unit: null, values }]);
  });

  it("are not known where the column is empty or absent", () => {
    expect(usersOf("1795200000000,100,Home,true,", '"1795200000000",100,Home,true,x')).toEqual([]);
    expect(parseRows(ROW).recorder.gauges).toEqual([]);
  });

  it("are seen in every second of a fast run", () => {
    const rows = Array.from(
      { length: 30_000 },
      (_, index) => `${1_795_200_000_000 + Math.floor(index / 10)},0,Home,true,${index < 15_000 ? 10 : 20}`,
    );
    expect(usersOf(...rows)[0]?.values.map(([, value]) => value)).toEqual([10, 20, 20]);
  });
});
