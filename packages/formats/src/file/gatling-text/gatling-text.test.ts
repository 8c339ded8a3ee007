import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { gatlingText } from "./index.ts";

const START = 1_795_255_056_000;
const RUN = `RUN\tShop\tshop\t${START}\t \t3.9.5`;

function parse(...lines: string[]) {
  return parseAll(gatlingText, Buffer.from(`${[RUN, ...lines].join("\n")}\n`));
}

function request(end = 100, status = "OK\t ", name = "Home", groups = ""): string {
  return `REQUEST\t${groups}\t${name}\t${START}\t${START + end}\t${status}`;
}

describe("a request", () => {
  it("counts when it ended", () => {
    const { recorder, report } = parse(request(250));
    expect(recorder.lastCompletionMicros).toBe((START + 250) * 1_000);
    expect(report).toMatchObject({ toolVersion: "3.9.5", startedAtMicros: START * 1_000, accepted: 1 });
  });

  it("is named with the groups around it", () => {
    const { recorder } = parse(request(1, "OK\t ", "Pay", "Shop,Checkout"));
    expect(recorder.countsOf("request")).toEqual({ "Shop / Checkout / Pay": 1 });
  });

  it("says why it failed", () => {
    const found = "status.find.is(200), but actually found 500";
    const { recorder } = parse(request(1, `KO\t${found}`), request(1, `KO\t${found}\r`), request(1, "KO\t "));
    expect([...(recorder.named[0]?.failures ?? [])]).toEqual([
      [found, 2],
      ["KO", 1],
    ]);
  });

  it.each([
    [request(-1), "end is before start"],
    [request(31 * 86_400_000), "end is more than 30 days after start"],
    [`REQUEST\t\tHome\t${START}\t12\tOK\t `, "end is not a time between 2000 and 2100 in milliseconds"],
    [
      request(1, "MAYBE"),
      'REQUEST has no OK or KO after two times: "REQUEST\\t\\tHome\\t1795255056000\\t179525505600…"',
    ],
    ["REQUEST\t\tHome", "REQUEST has 3 of 6 columns"],
    ["USER\tShopper\tPAUSE\t1795255056000", "USER has neither START nor END"],
    ["RUNS", 'is not a Gatling record: "RUNS"'],
  ])("is left out if it cannot be: %s", (line, reason) => {
    const { report, recorder } = parse(line, request());
    expect(report.refused).toMatchObject({ count: 1, first: [{ line: 2, byte: RUN.length + 1, reason }] });
    expect(recorder.requests.all.count).toBe(1);
  });
});

describe("users", () => {
  const user = (event: string, at: number) => `USER\tShopper\t${event}\t${START + at}`;

  it("are measured once a second, as many as there were at its end", () => {
    const { recorder } = parse(
      user("START", 100),
      user("START", 200),
      request(1_500),
      request(1_600),
      user("END", 2_100),
      user("START", 2_200),
      user("END", 2_300),
    );
    expect(recorder.gauges).toEqual([
      {
        name: "users",
        unit: null,
        values: [
          { atMicros: (START + 200) * 1_000, value: 2 },
          { atMicros: (START + 1_600) * 1_000, value: 2 },
          { atMicros: (START + 2_300) * 1_000, value: 1 },
        ],
      },
    ]);
  });

  it("are no gauge in a log without them", () => {
    expect(parse(request()).recorder.gauges).toEqual([]);
  });
});

describe("a group", () => {
  it("is kept beside the requests, by the time of its requests without the pauses", () => {
    const { recorder } = parse(`GROUP\tShop\t${START}\t${START + 900}\t300\tKO`);
    const [group] = recorder.named;
    expect(group).toMatchObject({ name: "Shop", kind: "transaction", recorded: { errors: 1 } });
    expect(group?.recorded.all.max).toBe(300_000);
    expect(recorder.requests.all.count).toBe(0);
  });
});
