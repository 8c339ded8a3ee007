import { ALL_LABEL, mergeAllCells } from "@headroom/core";
import { readTrafficCells } from "@headroom/db";
import type { openServices } from "@headroom/services";
import { setTimeout as delay } from "node:timers/promises";
import type { IngestUnderTest } from "./ingest-under-test.ts";
import { labelName, LiveTruth, textOfCell } from "./live-truth.ts";
import type { SentRequest } from "./live-truth.ts";
import { sendPaced } from "./paced-senders.ts";
import type { Paced, Sending } from "./paced-senders.ts";

const SERVICE = "lines";
const SECONDS_AT_ONCE = 10;
const COUNTED_WITHIN_MILLIS = 120_000;

type Db = ReturnType<typeof openServices>["db"];

/** A body whose lines need only their second. */
interface LinesBody {
  bytes: Buffer;
  /** Where the ten digits of each line's second begin. */
  seconds: number[];
}

/** k6's Influx output: each line is a request. Connections send a body a second. */
export class LiveLines {
  readonly #truth: LiveTruth;
  readonly #bodies: LinesBody[];
  readonly #connections: number;

  constructor({ connections, labels, lines }: { connections: number; labels: number; lines: number }) {
    this.#connections = connections;
    const requests = Math.round(lines / connections / labels);
    this.#truth = new LiveTruth({ labels, requests });
    this.#bodies = this.#truth.bodies.map((body) => linesOf(body));
  }

  get lines(): number {
    return this.#bodies[0]?.seconds.length ?? 0;
  }

  send(to: Sending, seconds: number): Promise<Paced> {
    const began = Math.floor(Date.now() / 1_000);
    const pace = { senders: this.#connections, turns: seconds, everyMillis: 1_000 };
    return sendPaced(pace, (sender, turn) => {
      const second = began + turn;
      const body = this.#bodies[this.#truth.bodyOf(sender, second)];
      if (body === undefined) throw new Error("no body");
      this.#truth.sent(sender, second);
      const digits = Buffer.from(String(second));
      const bytes = Buffer.from(body.bytes);
      for (const at of body.seconds) bytes.set(digits, at);
      return { to, body: bytes };
    });
  }

  sendingTo({ url, ingestToken }: IngestUnderTest): Sending {
    return { url: `${url}/write?db=${SERVICE}`, token: ingestToken };
  }

  /** Waits until as many requests are counted as were sent. */
  async untilCounted(db: Db, workspaceId: string): Promise<void> {
    const wanted = this.#truth.expectedOfAll(this.#truth.seconds).requests;
    const until = performance.now() + COUNTED_WITHIN_MILLIS;
    for (;;) {
      const rows = await db.inWorkspace(workspaceId, (tx) =>
        tx.query<{ requests: number }>(
          `select coalesce(sum(c.requests), 0)::float8 as requests from traffic_cell_read c
           join traffic_series s on s.id = c.series_id join service v on v.id = s.service_id
           where c.step = 1 and v.slug = $1 and s.label = $2`,
          [SERVICE, ALL_LABEL],
        ),
      );
      const counted = rows[0]?.requests ?? 0;
      if (counted === wanted) return;
      if (performance.now() > until) throw new Error(`${counted} requests were counted of ${wanted}`);
      await delay(500);
    }
  }

  /** Compares each cell with what was sent, and returns how many there are. */
  async check(db: Db, workspaceId: string): Promise<number> {
    const seconds = this.#truth.seconds;
    let checked = 0;
    for (let at = 0; at < seconds.length; at += SECONDS_AT_ONCE)
      checked += await this.#checkSeconds(db, workspaceId, seconds.slice(at, at + SECONDS_AT_ONCE));
    return checked;
  }

  async #checkSeconds(db: Db, workspaceId: string, seconds: readonly number[]): Promise<number> {
    const [from = 0] = seconds;
    const rows = await db.inWorkspace(workspaceId, async (tx) => {
      const { id } = await tx.prisma.service.findFirstOrThrow({ where: { slug: SERVICE } });
      return readTrafficCells(tx, id, { step: 1, from, to: from + seconds.length }, null);
    });
    // What arrives later for a second is a row of its own.
    const found = Map.groupBy(rows, ({ label, second }) => `${label} ${second}`);
    const stored = new Map(
      [...found].map(([which, own]) => [which, textOfCell(mergeAllCells(own.map(({ cell }) => cell)))]),
    );
    for (const second of seconds) {
      for (let label = 0; label < this.#truth.labels; label++) {
        const expected = textOfCell(this.#truth.expected(label, [second]));
        compare(stored, `${labelName(label)} ${second}`, expected);
      }
      compare(stored, `${ALL_LABEL} ${second}`, textOfCell(this.#truth.expectedOfAll([second])));
    }
    return stored.size;
  }
}

function compare(stored: ReadonlyMap<string, string>, which: string, expected: string): void {
  const found = stored.get(which);
  if (found === expected) return;
  throw new Error(`${which}: stored ${found?.slice(0, 80) ?? "nothing"}, sent ${expected.slice(0, 80)}`);
}

/** The requests of all labels in turn, spread over the second. */
function linesOf(body: readonly (readonly SentRequest[])[]): LinesBody {
  const lines: string[] = [];
  const seconds: number[] = [];
  const requests = body[0]?.length ?? 0;
  let length = 0;
  for (let at = 0; at < requests; at++) {
    for (const [label, sent] of body.entries()) {
      const { micros = 0, hasFailed = false } = sent[at] ?? {};
      const head = headOf(label, hasFailed);
      const within = String(Math.floor(((at * body.length + label) / (requests * body.length)) * 1e9));
      const line = `${head} value=${micros / 1_000} 0000000000${within.padStart(9, "0")}\n`;
      seconds.push(length + line.length - 20);
      length += line.length;
      lines.push(line);
    }
  }
  return { bytes: Buffer.from(lines.join("")), seconds };
}

/** The tags that k6 adds. */
function headOf(label: number, hasFailed: boolean): string {
  const tags = `expected_response=${!hasFailed},group=::browse,method=GET,name=${labelName(label)},proto=HTTP/1.1`;
  return `http_req_duration,${tags},scenario=default,status=${hasFailed ? 500 : 200}`;
}
