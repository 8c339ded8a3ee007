import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { applyDelta } from "../../feed/view-delta.ts";
import type { ViewDelta } from "../../feed/view-delta.ts";
import { feedStream } from "./feed-stream.ts";
import { Feeds } from "./feeds.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const VIEWERS = 50;

interface View {
  now: number;
  points: number[];
}

/** A page of a viewer: what it shows, and what it was told. */
class Screen {
  view: View | null = null;
  readonly kinds: string[] = [];
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;

  constructor(stream: ReadableStream<Uint8Array>) {
    this.#reader = stream.getReader();
    void this.#follow();
  }

  close(): Promise<void> {
    return this.#reader.cancel();
  }

  async #follow(): Promise<void> {
    for (;;) {
      const { done, value } = await this.#reader.read();
      if (done) return;
      const [, kind = "", data = ""] =
        /event: (\w+)\ndata: (.*)\n\n$/.exec(new TextDecoder().decode(value)) ?? [];
      if (kind !== "") this.kinds.push(kind);
      if (kind === "full") this.view = JSON.parse(data) as View;
      if (kind === "delta" && this.view !== null)
        this.view = applyDelta(this.view, JSON.parse(data) as ViewDelta);
    }
  }
}

it("while the database is away, 50 viewers are told, and all of them catch up with one read", async () => {
  let isAway = false;
  const began = Date.now();
  const secondNow = () => Math.floor((Date.now() - began) / 1_000);
  const read = vi.fn<() => Promise<View>>(() =>
    isAway
      ? Promise.reject(new Error("The database is away."))
      : Promise.resolve({
          now: secondNow(),
          points: Array.from({ length: secondNow() + 20 }, (_, at) => at),
        }),
  );
  const feeds = new Feeds();
  const screens = Array.from({ length: VIEWERS }, (_, at) => {
    const ticket = { viewer: { kind: "member" as const, id: `member ${at % 5}` }, key: "day" };
    const topic = feeds.open(ticket, { subject: "shop", read });
    const access = { isAllowed: () => Promise.resolve(true), everyMillis: 60_000 };
    const stopping = new AbortController().signal;
    const ended = () => feeds.close(ticket);
    return new Screen(feedStream({ topic, lastEventId: null, access, lastsMillis: null, stopping, ended }));
  });
  const pass = async (seconds: number) => {
    for (let at = 0; at < seconds; at += 1) {
      feeds.changed("shop");
      await vi.advanceTimersByTimeAsync(1_000);
    }
  };
  const heardSince = (counts: readonly number[]) =>
    screens.map(({ kinds }, at) => new Set(kinds.slice(counts[at])));
  const heard = () => screens.map(({ kinds }) => kinds.length);

  await pass(10);
  expect(screens.map(({ view }) => view?.now)).toEqual(screens.map(() => secondNow() - 1));

  isAway = true;
  const before = heard();
  await pass(60);
  for (const kinds of heardSince(before)) expect([...kinds]).toEqual(expect.arrayContaining(["old"]));
  for (const kinds of heardSince(before)) expect(kinds.has("full") || kinds.has("delta")).toBe(false);
  const known = screens.map(({ view }) => view);
  expect(new Set(known.map((view) => view?.now)).size).toBe(1);

  isAway = false;
  const reads = read.mock.calls.length;
  const away = heard();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(read.mock.calls.length - reads).toBe(1);
  const caughtUp = await read.mock.results.at(-1)?.value;
  // Also what happened meanwhile: nothing is left out, and nothing twice.
  for (const { view } of screens) expect(view).toEqual(caughtUp);
  for (const kinds of heardSince(away)) expect(kinds.has("delta") || kinds.has("full")).toBe(true);

  await Promise.all(screens.map((screen) => screen.close()));
  expect(feeds.size).toBe(0);
});
