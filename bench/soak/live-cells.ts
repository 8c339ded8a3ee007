import { ALL_LABEL, decodeDistribution, encodeDistribution, mergeAllCells } from "@headroom/core";
import type { Cell } from "@headroom/core";
import type { openServices } from "@headroom/services";
import { setTimeout as delay } from "node:timers/promises";
import { textOf } from "./ingest-under-test.ts";
import type { IngestUnderTest } from "./ingest-under-test.ts";
import { labelName, LiveTruth, textOfCell } from "./live-truth.ts";
import { sendPaced } from "./paced-senders.ts";
import type { Paced } from "./paced-senders.ts";

const ORIGIN = 1_700_000_000;
const SECONDS_AT_ONCE = 10;

type Db = ReturnType<typeof openServices>["db"];

/** Writers of a live run, each with a batch a second that has a cell of every label. */
export class LiveCells {
  readonly #ingest: IngestUnderTest;
  readonly #truth: LiveTruth;
  readonly #bodies: string[];
  readonly #writers: number;
  #run = "";

  constructor(ingest: IngestUnderTest, { writers, labels }: { writers: number; labels: number }) {
    this.#ingest = ingest;
    this.#writers = writers;
    this.#truth = new LiveTruth({ labels, requests: 20 });
    const names = Array.from({ length: labels }, (_, label) => ({ name: labelName(label) }));
    this.#bodies = this.#truth.bodies.map((body, at) => {
      const cells = body.map((_, label) => ({
        label,
        step: 1,
        second: -1,
        ...figuresOf(this.#truth.cell(at, label)),
      }));
      return JSON.stringify({ labels: names, cells });
    });
  }

  async send(seconds: number): Promise<Paced> {
    this.#run = textOf(
      (await this.#post(`/v1/runs/live?service=S&experiment=E&origin=${ORIGIN}`, ""))["run"],
      "id",
    );
    const to = { url: `${this.#ingest.url}/v1/runs/${this.#run}/cells`, token: this.#ingest.ingestToken };
    const pace = { senders: this.#writers, turns: seconds, everyMillis: 1_000 };
    return sendPaced(pace, (writer, turn) => {
      const second = ORIGIN + turn;
      const body = this.#bodies[this.#truth.bodyOf(writer, second)] ?? "";
      this.#truth.sent(writer, second);
      const head = JSON.stringify({ writer: `w${writer}`, sequence: turn + 1 }).slice(0, -1);
      const rest = body.slice(1).replaceAll('"second":-1', `"second":${second}`);
      return { to, body: Buffer.from(`${head},${rest}`) };
    });
  }

  /** A batch that was accepted is counted a little later. */
  async untilCounted(): Promise<void> {
    const headers = { authorization: `Bearer ${this.#ingest.ingestToken}` };
    const last = this.#truth.seconds.length;
    for (;;) {
      const state = (await (
        await fetch(`${this.#ingest.url}/v1/runs/${this.#run}/live`, { headers })
      ).json()) as { writers: { sequence: number }[] };
      if (state.writers.filter(({ sequence }) => sequence === last).length === this.#writers) return;
      await delay(200);
    }
  }

  /** Ends the run, and compares each of its cells with what was sent. Returns how many there are. */
  async check(db: Db): Promise<number> {
    await this.#post(`/v1/runs/${this.#run}/finish`, "{}");
    const seconds = this.#truth.seconds;
    let checked = 0;
    for (let at = 0; at < seconds.length; at += SECONDS_AT_ONCE) {
      const wanted = seconds.slice(at, at + SECONDS_AT_ONCE);
      checked += await this.#checkSeconds(db, wanted);
    }
    return checked;
  }

  async #checkSeconds(db: Db, seconds: readonly number[]): Promise<number> {
    const { workspaceId } = this.#ingest;
    const [from = 0] = seconds;
    const rows = await db.inWorkspace(
      workspaceId,
      (tx) =>
        tx.query<StoredRow>(
          `select s.label, c.offset_s as second, c.requests, c.errors, c.sum_us, c.min_us, c.max_us, c.dist_kind, c.dist, c.dist_failed
           from run_cell_read c join series s on s.id = c.series_id
           where s.run_id = $1 and s.kind = 'requests' and c.step = 1 and c.offset_s >= $2 and c.offset_s < $3`,
          [this.#run, from - ORIGIN, from - ORIGIN + seconds.length],
        ),
      { statementTimeoutSeconds: 300 },
    );
    // Each writer has cells of its own.
    const found = Map.groupBy(rows, ({ label, second }) => `${label} ${second}`);
    const stored = new Map(
      [...found].map(([which, own]) => [which, textOfCell(mergeAllCells(own.map(cellOfRow)))]),
    );
    for (const second of seconds) {
      for (let label = 0; label < this.#truth.labels; label++) {
        const expected = textOfCell(this.#truth.expected(label, [second]));
        this.#compare(stored, `${labelName(label)} ${second - ORIGIN}`, expected);
      }
      const whole = textOfCell(this.#truth.expectedOfAll([second]));
      this.#compare(stored, `${ALL_LABEL} ${second - ORIGIN}`, whole);
    }
    return rows.length;
  }

  #compare(stored: ReadonlyMap<string, string>, which: string, expected: string): void {
    const found = stored.get(which);
    if (found !== expected)
      throw new Error(`${which}: stored ${found?.slice(0, 80) ?? "nothing"}, sent ${expected.slice(0, 80)}`);
  }

  async #post(path: string, body: string): Promise<Record<string, unknown>> {
    const headers = { authorization: `Bearer ${this.#ingest.ingestToken}` };
    const answer = await fetch(`${this.#ingest.url}${path}`, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  }
}

interface StoredRow {
  label: string;
  second: number;
  requests: number;
  errors: number;
  sum_us: number;
  min_us: number;
  max_us: number;
  dist_kind: number;
  dist: Uint8Array | null;
  dist_failed: Uint8Array | null;
}

function cellOfRow(row: StoredRow): Cell {
  const { requests, errors, sum_us: sumMicros, min_us: minMicros, max_us: maxMicros } = row;
  const distribution = decodeDistribution({ kind: row.dist_kind, all: row.dist, failed: row.dist_failed });
  return { requests, errors, items: requests, bytes: 0, sumMicros, minMicros, maxMicros, distribution };
}

/** A cell as generators send it. */
function figuresOf({ requests, errors, distribution }: Cell): object {
  const { all, failed } = encodeDistribution(distribution);
  const base64 = (bytes: Uint8Array | null) =>
    bytes === null ? null : Buffer.from(bytes).toString("base64");
  return { requests, errors, distribution: { kind: "sketch", all: base64(all), failed: base64(failed) } };
}
