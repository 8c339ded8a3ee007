import { createHash, randomBytes } from "node:crypto";
import { isHeadroomError, MINUTE_MILLIS } from "@headroom/core";
import type { RunAnswer } from "@headroom/contract";
import { UploadParse } from "@headroom/formats";
import { EXIT } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { Client } from "../http/client.ts";
import { tokenOf } from "../http/token-of.ts";
import { printRun } from "../terminal/print-run.ts";
import { Progress } from "../terminal/progress.ts";
import { refuseReport } from "../upload/local-run.ts";
import { endOf, finishRun } from "../upload/send-cells.ts";
import type { World } from "../world.ts";
import type { StreamArguments } from "./arguments.ts";
import { noRequests, readBeginning } from "./beginning.ts";
import type { Beginning } from "./beginning.ts";
import { Ending } from "./ending.ts";
import { followFile } from "./follow-file.ts";
import type { InputEnd } from "./follow-file.ts";
import { followPipe } from "./follow-pipe.ts";
import { joinRun } from "./join-run.ts";
import type { JoinedRun } from "./join-run.ts";
import { LiveCells } from "./live-cells.ts";
import { Outbox } from "./outbox.ts";

/** How long an ended stream tries to reach the server. */
const PATIENCE_MILLIS = 10 * MINUTE_MILLIS;
/** The server may close a run that it didn't hear of, and so on; but not forever. */
const MAX_RESTARTS = 5;

/** Sends what a load tool writes while it writes it, and finishes the run when the input ends. */
export async function stream(given: StreamArguments, world: World): Promise<ExitCode> {
  const streaming = new Streaming(given, world);
  try {
    printRun(await streaming.run(), given, world);
    return EXIT.pass;
  } finally {
    streaming.close();
  }
}

type Input = AsyncGenerator<Uint8Array | null, InputEnd>;

class Streaming {
  readonly #given: StreamArguments;
  readonly #world: World;
  readonly #isPipe: boolean;
  readonly #progress: Progress;
  readonly #client: Client;
  readonly #ending: Ending;
  /** Makes the runs of one command its own, where the same input can't come again. */
  readonly #random = randomBytes(16).toString("hex");
  #endedAt: number | null = null;

  constructor(given: StreamArguments, world: World) {
    this.#given = given;
    this.#world = world;
    this.#isPipe = given.input === "-";
    this.#progress = new Progress(world, given.quiet);
    this.#ending = new Ending({ ...given.ends, ignoredStops: this.#isPipe ? 1 : 0 }, world, () =>
      this.#say("Reading the rest of standard input. Press Ctrl+C again to finish the run now."),
    );
    const { url } = given;
    const onRetry = (why: string, waitMillis: number) =>
      this.#say(`${why} Retrying in ${(waitMillis / 1_000).toFixed(1)} s.`);
    this.#client = new Client({
      url,
      world,
      onRetry,
      token: tokenOf(given.token, { url, world, onRetry }),
      mayRetry: () => this.#endedAt === null || world.now() - this.#endedAt < PATIENCE_MILLIS,
    });
  }

  close(): void {
    this.#ending.close();
  }

  /** A file can be read again from its beginning if the server has closed the run or has something else of it. */
  async run(): Promise<RunAnswer> {
    for (let restarts = 0; ; restarts++) {
      const input = this.#open();
      try {
        return await this.#send(input, restarts > 0);
      } catch (error) {
        const isOurs = isHeadroomError(error, "conflict") && error.field !== "run";
        if (!isOurs || this.#isPipe || restarts === MAX_RESTARTS) throw error;
        this.#say(`${error.message} Sending the file again from its beginning.`);
      } finally {
        await input.return("ended");
      }
    }
  }

  #open(): Input {
    const { input } = this.#given;
    if (this.#isPipe) return followPipe(this.#world.stdin, this.#ending, this.#world);
    return followFile(input, this.#ending, this.#world);
  }

  async #send(input: Input, anew: boolean): Promise<RunAnswer> {
    const { head, beginning } = await this.#begin(input);
    const { format, options, mark } = beginning;
    const joined = await joinRun({
      client: this.#client,
      given: this.#given,
      originSecond: beginning.originSecond,
      identity: this.#isPipe ? this.#random : createHash("sha256").update(mark).digest("hex").slice(0, 32),
      salt: this.#given.again ? this.#random : "",
      anew,
    });
    this.#say(
      `Streaming ${this.#isPipe ? "standard input" : this.#given.input} (${format.title}) to ${joined.url}`,
    );
    const cells = new LiveCells(joined.originSecond);
    const files = new UploadParse(cells, false);
    files.begin("the file", format, options);
    const outbox = this.#outbox(joined);
    const take = async (chunk: Uint8Array) => {
      files.write(chunk);
      outbox.put(cells.take());
      await outbox.room();
    };
    await take(head);
    const end = await this.#follow(input, take, () => outbox.keepAlive());
    if (end === "replaced")
      this.#say(`${this.#given.input} was cut or replaced. The run ends with what was read before.`);
    this.#endedAt = this.#world.now();
    const report = files.end();
    refuseReport(report);
    const { batches, totals } = cells.finish();
    outbox.put(batches);
    await outbox.flush();
    const { runId, writer, attempt } = joined;
    const { sequence } = outbox;
    const answer = await finishRun(this.#client, runId, {
      ends: this.#given.parameters.run === undefined ? "run" : "writers",
      writers: [{ writer, attempt, ...(sequence === 0 ? {} : { sequence }), ...endOf({ report, totals }) }],
    });
    this.#progress.clear();
    return answer;
  }

  /** Reads until the first request is there. */
  async #begin(input: Input): Promise<{ head: Uint8Array; beginning: Beginning }> {
    let head: Uint8Array = new Uint8Array(0);
    let isTold = false;
    for (let next = await input.next(); next.done !== true; next = await input.next()) {
      if (next.value !== null) head = Buffer.concat([head, next.value]);
      if (head.length > 0) {
        const beginning = readBeginning(head, this.#given, next.value === null);
        if (beginning !== null) return { head, beginning };
      }
      if (next.value === null && !isTold) {
        isTold = true;
        this.#say(`Waiting for the first request in ${this.#isPipe ? "standard input" : this.#given.input}.`);
      }
    }
    throw noRequests();
  }

  async #follow(
    input: Input,
    take: (chunk: Uint8Array) => Promise<void>,
    idle: () => Promise<void>,
  ): Promise<InputEnd> {
    for (;;) {
      const next = await input.next();
      if (next.done === true) return next.value;
      await (next.value === null ? idle() : take(next.value));
    }
  }

  #outbox({ runId, writer, attempt, counted }: JoinedRun): Outbox {
    this.#progress.begin("streaming");
    return new Outbox({
      client: this.#client,
      runId,
      writer,
      attempt,
      counted,
      now: this.#world.now,
      onSent: (sequence) => this.#progress.show(sequence, null, "batches"),
    });
  }

  #say(line: string): void {
    this.#progress.clear();
    if (!this.#given.quiet) this.#world.stderr.write(`${line}\n`);
  }
}
