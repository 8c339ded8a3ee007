import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCliEnv } from "../env.ts";
import { runCommand } from "../run-command.ts";
import type { World } from "../world.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "headroom-offline-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

interface Drawn {
  seconds?: number;
  latency?: (at: number) => number;
  failed?: (at: number) => boolean;
}

/** A hundred requests a second to two labels. */
function results({ seconds = 120, latency = () => 50, failed = () => false }: Drawn = {}): string {
  const rows = Array.from({ length: seconds * 100 }, (_, at) => {
    const elapsed = latency(at) + ((at * 37) % 20);
    return `${1_700_000_000_000 + at * 10},${elapsed},GET /item/${at % 2},${!failed(at)}`;
  });
  return write("results.csv", `timeStamp,elapsed,label,success\n${rows.join("\n")}\n`);
}

async function gate(...args: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const world: World = {
    env: readCliEnv({}),
    stdin: Readable.from([]),
    stdout,
    stderr,
    now: () => 1_700_000_000_000,
    sleep: async () => {},
    onStop: () => () => {},
    isRunning: () => false,
    git: () => null,
    random: () => 0,
  };
  const code = await runCommand(["gate", ...args], world);
  const said = (stream: PassThrough) => String((stream.read() as Buffer | null) ?? "");
  return { code, stdout: said(stdout), stderr: said(stderr) };
}

describe("headroom gate of a file", () => {
  it("is unsure of 5xx answers that the tool called successes, until it is told what errors are counted by", async () => {
    const rows = Array.from({ length: 6_000 }, (_, at) => {
      return `${1_700_000_000_000 + at * 10},${50 + ((at * 37) % 20)},/item,${at % 3 === 0 ? 500 : 200},true`;
    });
    const file = write("codes.csv", `timeStamp,elapsed,label,responseCode,success\n${rows.join("\n")}\n`);
    const judged = (...args: string[]) => gate(file, "--target", "errors <= 1%", ...args);
    const unsure = await judged();
    expect(unsure.code).toBe(11);
    expect(unsure.stdout).toContain(
      "answers with a 5xx code successes: 33% of all requests, with the code 500",
    );
    expect(unsure.stdout).toContain("errors-by=code");
    expect((await judged("--errors-by", "tool")).code).toBe(0);
    expect((await judged("--errors-by", "code")).code).toBe(10);
  });

  it("judges a file by targets of any kind of file and of options, without a token", async () => {
    const file = results();
    const lines = write("targets.txt", "# ours\np99 <= 200 ms\n\nthroughput >= 99/s\n");
    expect(await gate("--file", file, "--targets", lines)).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^Passed: it holds\. .*results\.csv\n {2}pass {3}p99 <= 200 ms: p99 is 69 ms/,
      ),
    });
    const stated = write(
      "headroom.yaml",
      'version: 1\nservice: Shop\nexperiments:\n  Mix:\n    targets:\n      - p99 of "GET /item/1" <= 20 ms\n',
    );
    expect(await gate("--file", file, "--targets", stated)).toMatchObject({
      code: 10,
      stdout: expect.stringContaining('fail   p99 of "GET /item/1" <= 20 ms: p99 of “GET /item/1” is 69 ms'),
    });
    expect((await gate("--file", file, "--target", "p50 <= 1 s", "--format", "junit")).stdout).toContain(
      'errors="0"',
    );
  });

  it("judges the steady phase, as a server does", async () => {
    const file = results({ seconds: 180, latency: (at) => (at < 3_000 ? 500 : 50) });
    expect((await gate("--file", file, "--target", "p99 <= 100 ms")).code).toBe(0);
  });

  it("is unsure about what a file can't show, and never passes it", async () => {
    const file = results();
    for (const target of ["p99 <= baseline + 10%", "max cpu <= 80%", "p95 <= 1 s at 600 users"])
      expect(await gate("--file", file, "--target", target, "--target", "p99 <= 5 s")).toMatchObject({
        code: 11,
        stdout: expect.stringContaining("only a server can judge it."),
      });
    const few = results({ seconds: 1 });
    expect((await gate("--file", few, "--target", "p99.9 <= 5 s")).code).toBe(11);
    expect((await gate("--file", few, "--target", "p99.9 <= 5 s", "--allow-unsure")).code).toBe(0);
  });

  it("never calls an outage passed", async () => {
    const outage = results({ failed: (at) => at > 4_000 && at < 8_000 });
    expect(await gate("--file", outage, "--target", "p99 <= 5 s")).toMatchObject({
      code: 11,
      stdout: expect.stringContaining("no request succeeded for 39 of 120 s."),
    });
    const dead = results({ failed: () => true });
    expect((await gate("--file", dead, "--target", "error rate <= 1%")).code).toBe(10);
  });

  it("knows the load that the workload expects", async () => {
    const workload = "{ durationSeconds: 120, ratePerGenerator: 200, generators: 1 }";
    const stated = write(
      "short.yaml",
      `version: 1\nservice: Shop\nexperiments:\n  Mix:\n    workload: ${workload}\n    targets: [p99 <= 5 s]\n`,
    );
    expect((await gate("--file", results(), "--targets", stated)).code).toBe(11);
  });

  it("ends with 2 if something can't be read, and says what", async () => {
    const file = results();
    expect(await gate("--file", file)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("No targets"),
    });
    expect((await gate("--file", join(folder, "none"), "--target", "p99 <= 1 s")).code).toBe(2);
    expect((await gate("--file", write("x", "hello\n".repeat(99)), "--target", "p99 <= 1 s")).code).toBe(2);
    expect((await gate("--file", file, "--target", "p99 is fine")).code).toBe(2);
    expect((await gate("--file", file, "--target", "p99 <= 1 s", "run")).code).toBe(2);
    expect((await gate("--file", file, "--targets", join(folder, "none"))).code).toBe(2);
  });

  it("takes the file with or without --file", async () => {
    const file = results();
    const [named, plain] = [
      await gate("--file", file, "--target", "p99 <= 1 s"),
      await gate(file, "--target", "p99 <= 1 s"),
    ];
    expect(named).toEqual(plain);
    expect(plain.code).toBe(0);
  });

  it("writes its report to a file", async () => {
    const output = join(folder, "gate.json");
    const { code, stdout } = await gate(
      "--file",
      results(),
      "--target",
      "p99 <= 1 s",
      "--json",
      "--output",
      output,
    );
    expect([code, stdout]).toEqual([0, ""]);
    expect(JSON.parse(readFileSync(output, "utf8"))).toMatchObject({
      result: "pass",
      outcome: "holds",
      run: null,
    });
  });
});

describe("headroom gate of several files", () => {
  let written = 0;

  /** A hundred requests a second. No two files have the same samples. */
  function generator(name: string, latency: number, startMillis = 1_700_000_000_000): string {
    const own = written++;
    const rows = Array.from({ length: 6_000 }, (_, at) => {
      return `${startMillis + at * 10},${latency + ((at * 37 + own) % 20)},GET /,true`;
    });
    return write(name, `timeStamp,elapsed,label,success\n${rows.join("\n")}\n`);
  }
  const workload = (generators: number, rate: number) =>
    write(
      "several.yaml",
      `version: 1\nservice: Shop\nexperiments:\n  Mix:\n    workload: { durationSeconds: 60, ratePerGenerator: ${rate}, generators: ${generators} }\n    targets: [p99 <= 1 s]\n`,
    );

  it("judges them as one run: the load adds up, and percentiles are of all requests", async () => {
    const [fast, slow] = [generator("fast.csv", 10), generator("slow.csv", 200)];
    const targets = ["--target", "throughput >= 190/s", "--target", "p99 <= 250 ms"];
    const both = await gate(fast, slow, ...targets);
    expect(both).toMatchObject({ code: 0, stdout: expect.stringContaining("Throughput is 200 req/s") });
    expect(both.stdout).toContain("p99 is 218 ms");
    expect((await gate(fast, ...targets)).code).toBe(10);
    expect((await gate(slow, ...targets)).code).toBe(10);
  });

  it("keeps generators apart when their files have the same name", async () => {
    for (const name of ["one", "two"]) mkdirSync(join(folder, name), { recursive: true });
    const files = [generator("one/results.csv", 10), generator("two/results.csv", 10)];
    expect((await gate(...files, "--target", "throughput >= 190/s")).code).toBe(0);
  });

  it("counts the same samples once, with an empty line more, in another order or an hour later", async () => {
    const file = generator("once.csv", 10);
    const [head = "", ...rows] = readFileSync(file, "utf8").trim().split("\n");
    const later = rows.map((row) => row.replace(/^\d+/, (millis) => String(Number(millis) + 3_600_000)));
    const texts = [
      [head, ...rows, "", ""],
      [head, ...rows.toReversed()],
      [head, ...later],
    ];
    for (const [at, text] of texts.entries()) {
      const copy = write(`copy-${at}.csv`, text.join("\n"));
      expect(await gate(file, copy, "--target", "throughput >= 190/s")).toMatchObject({
        code: 10,
        stdout: expect.stringContaining("The same samples were uploaded more than once, and count once."),
      });
    }
  });

  it("says if the workload has more generators, and asks for them on request", async () => {
    const files = [generator("a.csv", 10), generator("b.csv", 10)];
    const noted = await gate(...files, "--targets", workload(3, 60));
    expect(noted).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        "There are 2 result files, and the workload has 3 generators. If others have results too, require all of them with --generators 3.",
      ),
    });
    expect(await gate(...files, "--targets", workload(3, 60), "--generators", "3")).toMatchObject({
      code: 4,
      stdout: "",
      stderr: expect.stringContaining("Only 2 of 3 generators have a result file here."),
    });
    expect((await gate(...files, "--targets", workload(2, 100), "--generators", "2")).code).toBe(0);
    // The load of the missing one wasn't there.
    expect((await gate(...files, "--targets", workload(3, 100))).code).toBe(11);
  });

  it("warns of files that don't overlap in time", async () => {
    const first = generator("first.csv", 10);
    const later = generator("later.csv", 10, 1_700_000_100_000);
    expect((await gate(first, later, "--target", "p99 <= 1 s")).stdout).toContain(
      "This part does not overlap any other part of the run: the gap is 40 s. If they are separate runs, judge each separately.",
    );
  });

  it("ends with 2 if one of them can't be read, and names it", async () => {
    const good = generator("good.csv", 10);
    const target = ["--target", "p99 <= 1 s"];
    const refused: [string, string][] = [
      [write("empty.csv", ""), "empty.csv: The file is empty (0 bytes)."],
      [
        write("header.csv", "timeStamp,elapsed,label,success\n"),
        "header.csv: The file contains no requests.",
      ],
      [
        write(
          "broken.csv",
          "timeStamp,elapsed,label,success\n1700000000000,20,A,true\nnonsense,,,\n".repeat(2),
        ),
        "broken.csv: ",
      ],
      [write("notes.txt", "hello\n".repeat(99)), "notes.txt: Unknown file format."],
      [join(folder, "nowhere.csv"), "nowhere.csv cannot be read: no such file."],
      [folder, "cannot be read: it is a folder."],
      [good, "good.csv is given twice."],
      ["-", "Standard input (-) cannot be combined with other files."],
    ];
    for (const [file, words] of refused)
      expect(await gate(good, file, ...target)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(words),
      });
  });

  it("refuses files of two tools, as an upload does", async () => {
    const k6 = { metric: "http_req_duration", type: "Point" };
    const line = JSON.stringify({
      ...k6,
      data: { time: "2023-11-14T22:13:20Z", value: 5, tags: { name: "A" } },
    });
    const other = write("k6.json", `${line}\n`.repeat(20));
    expect(await gate(generator("jmeter.csv", 10), other, "--target", "p99 <= 1 s")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("The files are from different tools: "),
    });
  });

  it("reads compressed files", async () => {
    const packed = join(folder, "packed.csv.gz");
    writeFileSync(packed, gzipSync(readFileSync(generator("plain.csv", 10))));
    const files = [packed, generator("other.csv", 10)];
    expect((await gate(...files, "--target", "throughput >= 190/s")).code).toBe(0);
  });
});
