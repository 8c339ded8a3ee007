import { HeadroomError } from "@headroom/core";
import fc from "fast-check";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAll } from "../../recorder.ts";
import { gatlingBinary } from "./index.ts";

const START = 1_795_255_056_000;

/** Writes records as Gatling does: each string once, then its number. */
class Log {
  readonly #numbers = new Map<string, number>();
  readonly #written: Buffer[] = [];

  constructor(start = START) {
    this.#written.push(Buffer.of(0), text("3.13.5"), text("Shop"), long(start), text(""), int(1));
    this.#written.push(text("Shopper"), int(0));
  }

  request(
    name: string,
    from: number,
    to: number,
    { groups = [] as string[], message = "", status = 1 } = {},
  ): this {
    this.#written.push(Buffer.of(1), int(groups.length), ...groups.map((group) => this.#cached(group)));
    this.#written.push(this.#cached(name), int(from), int(to), Buffer.of(status), this.#cached(message));
    return this;
  }

  user(isStart: boolean, at: number): this {
    this.#written.push(Buffer.of(2), int(0), Buffer.of(isStart ? 1 : 0), int(at));
    return this;
  }

  raw(...bytes: number[]): this {
    this.#written.push(Buffer.from(bytes));
    return this;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#written);
  }

  parse() {
    return parseAll(gatlingBinary, this.bytes());
  }

  #cached(string: string): Buffer {
    const known = this.#numbers.get(string);
    if (known !== undefined) return int(-known);
    this.#numbers.set(string, this.#numbers.size + 1);
    return Buffer.concat([int(this.#numbers.size), text(string)]);
  }
}

function int(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function long(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(value));
  return bytes;
}

function text(string: string): Buffer {
  if (string === "") return int(0);
  return Buffer.concat([int(string.length), Buffer.from(string, "latin1"), Buffer.of(0)]);
}

describe("a request", () => {
  it("counts when it ended, in milliseconds from the run start", () => {
    const { recorder, report } = new Log().request("Home", 400, 650).parse();
    expect(recorder.lastCompletionMicros).toBe((START + 650) * 1_000);
    expect(recorder.requests.all.max).toBe(250_000);
    expect(report).toMatchObject({ toolVersion: "3.13.5", startedAtMicros: START * 1_000, accepted: 1 });
  });

  it("is named with the groups around it, and says why it failed", () => {
    const failed = { groups: ["Shop", "Checkout"], message: "found 500", status: 0 };
    const { recorder } = new Log().request("Pay", 1, 2, failed).request("Pay", 3, 4, failed).parse();
    expect(recorder.countsOf("request")).toEqual({ "Shop / Checkout / Pay": 2 });
    expect([...(recorder.named[0]?.failures ?? [])]).toEqual([["found 500", 2]]);
  });

  it("is left out if it ends before it starts, and named by its place among the records", () => {
    const { recorder, report } = new Log()
      .request("Home", 1, 2)
      .request("Home", 20, 10)
      .request("Home", 1, 2)
      .parse();
    expect(report.refused).toMatchObject({ count: 1, first: [{ line: 3, reason: "end is before start" }] });
    expect(recorder.requests.all.count).toBe(2);
  });

  it("is none if it is an event that answers nothing: its end is the smallest long", () => {
    const noEnd = Number(BigInt.asIntN(32, -(2n ** 63n) - BigInt(START)));
    const { recorder, report } = new Log().request("Home", 1, 2).request("Tick", 5, noEnd).parse();
    expect(recorder.countsOf("request")).toEqual({ Home: 1 });
    expect(report.warnings).toMatchObject([{ code: "events-without-end", count: 1 }]);
  });
});

it("measures users once a second", () => {
  const { recorder } = new Log()
    .user(true, 10)
    .user(true, 20)
    .request("Home", 30, 1_500)
    .user(false, 1_600)
    .parse();
  expect(recorder.gauges).toMatchObject([
    {
      name: "users",
      values: [
        { atMicros: (START + 20) * 1_000, value: 2 },
        { atMicros: (START + 1_600) * 1_000, value: 1 },
      ],
    },
  ]);
});

describe("a log that lost its place", () => {
  it.each([
    [[77], "there is no record of type 77"],
    [[1, 0, 0, 0, 0, 0, 0, 0, 9], "string 9 is defined where 3 was expected"],
    [[1, 0, 0, 0, 0, 255, 255, 255, 250], "string -6 is defined where 3 was expected"],
    [[1, 0, 0, 0, 0, 0, 0, 0, 3, 255, 255, 255, 255], "a string has the length -1"],
    [[1, 127, 0, 0, 0], "a record claims to be nested in 2130706432 groups"],
    [[1, 0, 0, 0, 0, 0, 0, 0, 3, 127, 0, 0, 0], "a string is longer than 1048576 bytes"],
  ])("is refused where it did: %j", (bytes, what) => {
    const log = new Log().request("Home", 1, 2);
    const byte = log.bytes().length;
    expect(() => log.raw(...bytes).parse()).toThrow(
      expect.objectContaining({
        code: "file-unreadable",
        byte,
        message: `The Gatling log cannot be read at byte ${byte}: ${what}.`,
      }),
    );
  });

  it("is refused if it never had one", () => {
    expect(() => parseAll(gatlingBinary, Buffer.from("RUN\tShop"))).toThrow(
      /at byte 0: it does not start with a RUN/,
    );
  });
});

it("keeps the figures of more text than it keeps", () => {
  const log = new Log();
  const failed = (letter: string) => ({ message: letter.repeat(1_000_000), status: 0 });
  for (const letter of "a b c d e f g h i a i".split(" ")) log.request("Home", 1, 2, failed(letter));
  const { report, recorder } = log.parse();
  expect(report).toMatchObject({ accepted: 11, warnings: [{ code: "names-not-kept", count: 1 }] });
  const failures = recorder.named[0]?.failures;
  expect(failures?.get("a".repeat(1_000_000))).toBe(2);
  expect(failures?.get("(name not kept)")).toBe(3);
});

it("gives what is whole of a log that was cut", () => {
  const fixture = readFileSync(join(import.meta.dirname, "fixtures/binary-3.13.simulation.log"));
  const { report } = parseAll(gatlingBinary, fixture.subarray(0, fixture.length - 2));
  const whole = parseAll(gatlingBinary, fixture).report;
  expect(report.warnings).toMatchObject([{ code: "truncated" }]);
  expect(report.accepted).toBeLessThanOrEqual(whole.accepted);
  expect(report.accepted).toBeGreaterThan(570);
});

it("says the same of a log with wrong bytes, however it is cut", () => {
  const fixture = readFileSync(join(import.meta.dirname, "fixtures/v3.14-groups.simulation.log")).subarray(
    0,
    3_000,
  );
  const outcome = (bytes: Uint8Array, size: number): unknown => {
    try {
      const { report, recorder } = parseAll(gatlingBinary, bytes, { maxLineBytes: 400 }, () => size);
      return { report, trace: recorder.trace };
    } catch (error) {
      if (!(error instanceof HeadroomError)) throw error;
      return { code: error.code, message: error.message, byte: error.byte };
    }
  };
  const changes = fc.array(fc.tuple(fc.nat(fixture.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 });
  const property = fc.property(changes, fc.integer({ min: 1, max: 90 }), (changed, size) => {
    const bytes = Buffer.from(fixture);
    for (const [at, byte] of changed) bytes[at] = byte;
    expect(outcome(bytes, size)).toEqual(outcome(bytes, bytes.length));
  });
  fc.assert(property, { numRuns: 300 });
});
