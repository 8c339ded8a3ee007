import type { SampleSink } from "@headroom/core";
import { quoted } from "../../findings.ts";
import type { Refusals, Warnings } from "../../findings.ts";
import { timeRefusal } from "../gatling-text/records.ts";
import { UsersGauge } from "../gatling-text/users-gauge.ts";
import type { ByteCursor } from "./byte-cursor.ts";
import { LabelPaths } from "./label-paths.ts";
import { readRun } from "./run-record.ts";
import type { RunRecord } from "./run-record.ts";
import { StringCache } from "./string-cache.ts";

const REQUEST = 1;
const USER = 2;
const GROUP = 3;
const ERROR = 4;
const MAX_GROUPS = 100;

/** Reads one record after another from a cursor. What a record says counts only once it is whole. */
export class RecordReader {
  readonly #cursor: ByteCursor;
  readonly #sink: SampleSink;
  readonly #refusals: Refusals;
  readonly #warnings: Warnings;
  readonly #strings = new StringCache();
  readonly #requests: LabelPaths;
  readonly #groups: LabelPaths;
  readonly #users: UsersGauge;
  readonly #path: number[] = [];
  run: RunRecord | null = null;
  accepted = 0;
  #runStart = 0;
  /** The offset that stands for no end at all: the low half of what the smallest long is away from the run's start. */
  #noEnd = 0;
  #records = 0;

  constructor(cursor: ByteCursor, sink: SampleSink, refusals: Refusals, warnings: Warnings) {
    this.#cursor = cursor;
    this.#sink = sink;
    this.#refusals = refusals;
    this.#warnings = warnings;
    this.#requests = new LabelPaths(sink, this.#strings, "request");
    this.#groups = new LabelPaths(sink, this.#strings, "transaction");
    this.#users = new UsersGauge(sink);
  }

  /** Reads the record under the cursor, whose place in the file is `byte`. False if it is not whole or has a fault. */
  read(byte: number): boolean {
    const strings = this.#strings.next;
    const type = this.#cursor.byte();
    if (this.run === null) this.#readRun();
    else if (type === REQUEST) this.#readRequest(byte);
    else if (type === USER) this.#readUser();
    else if (type === GROUP) this.#readGroup(byte);
    else if (type === ERROR) this.#readError();
    else this.#cursor.expect(false, `there is no record of type ${type}`);
    if (this.#cursor.isWell) {
      this.#records += 1;
      return true;
    }
    this.#strings.forgetFrom(strings);
    return false;
  }

  end(): void {
    this.#users.end();
    const { missed } = this.#strings;
    if (missed === 0) return;
    this.#warnings.add(
      "names-not-kept",
      `There are too many distinct names and messages to keep; ${missed} records with other ones are counted together.`,
    );
  }

  #readRun(): void {
    const run = readRun(this.#cursor);
    if (!this.#cursor.isWell) return;
    this.run = run;
    this.#runStart = run.startMillis;
    this.#noEnd = Number(BigInt.asIntN(32, -BigInt(run.startMillis)));
  }

  #readRequest(byte: number): void {
    const cursor = this.#cursor;
    const groups = this.#readGroups();
    this.#path[groups] = this.#readString();
    const startMillis = this.#runStart + cursor.int();
    const endOffset = cursor.int();
    const isOk = this.#readStatus();
    const message = this.#readString();
    if (!cursor.isWell) return;
    if (endOffset === this.#noEnd) {
      this.#warnings.add("events-without-end", "Events that do not belong to a request were skipped.");
      return;
    }
    const endMillis = this.#runStart + endOffset;
    if (!this.#canBe(startMillis, endMillis, byte)) return;
    const label = this.#requests.find(this.#path, groups + 1);
    const endMicros = endMillis * 1_000;
    this.accepted += 1;
    this.#sink.add(label, endMicros, (endMillis - startMillis) * 1_000, !isOk, 1, 0);
    if (!isOk) this.#sink.failure(label, this.#strings.text(message).trim() || "KO", 1, endMicros);
    this.#users.pass(endMicros);
  }

  /** A group is kept by the sum of its requests' times, which is what Gatling reports of it unless told otherwise. */
  #readGroup(byte: number): void {
    const cursor = this.#cursor;
    const groups = this.#readGroups();
    cursor.expect(groups > 0, "a group has no name");
    const startMillis = this.#runStart + cursor.int();
    const endMillis = this.#runStart + cursor.int();
    const latencyMillis = cursor.int();
    const isOk = this.#readStatus();
    if (!cursor.isWell) return;
    if (!this.#canBe(startMillis, endMillis, byte)) return;
    if (!this.#canBe(endMillis - latencyMillis, endMillis, byte)) return;
    const label = this.#groups.find(this.#path, groups);
    this.accepted += 1;
    this.#sink.add(label, endMillis * 1_000, latencyMillis * 1_000, !isOk, 1, 0);
  }

  #readUser(): void {
    const cursor = this.#cursor;
    cursor.skip(4);
    const event = cursor.byte();
    cursor.expect(event <= 1, `a user event is neither start nor end: ${event}`);
    const atMillis = this.#runStart + cursor.int();
    if (cursor.isWell) this.#users.change(event === 1 ? 1 : -1, atMillis * 1_000);
  }

  #readError(): void {
    const message = this.#readString();
    this.#cursor.skip(4);
    if (!this.#cursor.isWell) return;
    const text = quoted(this.#strings.text(message));
    this.#warnings.add(
      "errors-outside-requests",
      `Gatling logged errors outside of requests. First error: ${text}.`,
    );
  }

  #readStatus(): boolean {
    const status = this.#cursor.byte();
    this.#cursor.expect(status <= 1, `a status is neither OK nor KO: ${status}`);
    return status === 1;
  }

  /** How many there are, with their strings in the path. */
  #readGroups(): number {
    const count = this.#cursor.int();
    if (count === 0) return 0;
    this.#cursor.expect(count > 0 && count <= MAX_GROUPS, `a record claims to be nested in ${count} groups`);
    for (let index = 0; index < count && this.#cursor.isWell; index++) this.#path[index] = this.#readString();
    return this.#cursor.isWell ? count : 0;
  }

  /** The number of a string: a new one brings its text, a known one is named by its negative. */
  #readString(): number {
    const number = this.#cursor.int();
    const { next } = this.#strings;
    if (number < 0 && -number < next) return -number;
    if (number === next) return this.#strings.add(this.#cursor.text());
    this.#cursor.expect(false, `string ${number} is defined where ${next} was expected`);
    return 0;
  }

  #canBe(startMillis: number, endMillis: number, byte: number): boolean {
    const refusal = timeRefusal(startMillis, endMillis);
    if (refusal === null) return true;
    // The log has no lines: its records are counted in their place.
    this.#refusals.add(this.#records + 1, byte, refusal.column, refusal.reason);
    return false;
  }
}
