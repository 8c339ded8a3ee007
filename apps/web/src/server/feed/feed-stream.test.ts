import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { feedStream } from "./feed-stream.ts";
import { Feeds } from "./feeds.ts";
import { FeedTopic } from "./feed-topic.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

let value = 0;
const same = "x".repeat(100);
const topicOf = () =>
  new FeedTopic(() => Promise.resolve({ value: (value += 1), same }), {
    leastMillis: 1_000,
    mostMillis: 5_000,
    oldMillis: 12_000,
  });
const pass = (millis: number) => vi.advanceTimersByTimeAsync(millis);

interface Opening {
  lastEventId?: string | null;
  isAllowed?: () => boolean;
  lastsMillis?: number | null;
  stopping?: AbortSignal;
  doubt?: (listener: () => void) => () => void;
}

function open(topic: FeedTopic<object>, opening: Opening = {}) {
  const { lastEventId = null, isAllowed = () => true, lastsMillis = null } = opening;
  const { stopping = new AbortController().signal } = opening;
  const ended = vi.fn<() => void>();
  const access = { isAllowed: () => Promise.resolve(isAllowed()), everyMillis: 30_000 };
  const reader = feedStream({
    topic,
    lastEventId,
    access,
    lastsMillis,
    stopping,
    ended,
    doubt: opening.doubt ?? (() => () => undefined),
  }).getReader();
  const read = async () => {
    const { done, value: bytes } = await reader.read();
    return done ? null : new TextDecoder().decode(bytes);
  };
  return { read, ended, close: () => reader.cancel() };
}
const idOf = (event: string | null) => /^id: (\d+)/.exec(event ?? "")?.[1] ?? null;

describe("a stream of a view", () => {
  it("ends without another view as soon as a notice says that its viewer is no longer allowed", async () => {
    const topic = topicOf();
    const [feeds, viewer] = [new Feeds(), { kind: "link", id: "link" } as const];
    let isAllowed = true;
    const { read, ended } = open(topic, {
      isAllowed: () => isAllowed,
      doubt: (listener) => feeds.whenInDoubt(viewer, listener),
    });
    await read();
    const first = read();
    await pass(0);
    await first;
    const next = read();
    feeds.heard("another link");
    await pass(100);
    isAllowed = false;
    topic.changed();
    feeds.heard("link");
    await pass(10);
    expect(await next).toBe("event: over\ndata: {}\n\n");
    expect(await read()).toBeNull();
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it("begins with all of it and goes on with what changed", async () => {
    value = 0;
    const topic = topicOf();
    const { read } = open(topic);
    expect(await read()).toBe("retry: 2000\n\n");
    const first = read();
    await pass(0);
    expect(await first).toContain('event: full\ndata: {"value":1,"same":"xx');
    const second = read();
    topic.changed();
    await pass(1_000);
    expect(await second).toContain('event: delta\ndata: {"set":[[["value"],2]],"tails":[]}');
  });

  it("gives a slow reader the newest state next", async () => {
    const topic = topicOf();
    const { read } = open(topic);
    await read();
    const first = read();
    await pass(0);
    await first;
    await pass(30_000);
    // One event had been taken out for the reader to come.
    await read();
    const next = await read();
    expect(next).toContain("event: full");
    expect(idOf(next)).toBe(String(topic.state?.revision));
  });

  it("goes on without a gap where another connection ended", async () => {
    const topic = topicOf();
    const one = open(topic);
    await one.read();
    const first = one.read();
    await pass(0);
    const id = idOf(await first);
    const other = open(topic, { lastEventId: id });
    await other.read();
    const next = other.read();
    topic.changed();
    await pass(1_000);
    expect(await next).toContain("event: delta");
    const late = open(topic, { lastEventId: id });
    await late.read();
    await pass(6_000);
    expect(await late.read()).toMatch(/event: (?:full|delta)/);
  });

  it("reports that nothing new can be read, although the connection is fine", async () => {
    let isAway = false;
    const topic = new FeedTopic(
      () => (isAway ? Promise.reject(new Error("away")) : Promise.resolve({ value: 1 })),
      { leastMillis: 1_000, mostMillis: 5_000, oldMillis: 12_000 },
    );
    const { read } = open(topic);
    await read();
    const first = read();
    await pass(0);
    await first;
    isAway = true;
    const events: (string | null)[] = [];
    for (let at = 0; at < 5; at++) {
      const next = read();
      await pass(5_000);
      events.push(await next);
    }
    expect(events[0]).toContain("event: beat");
    expect(events.at(-1)).toContain("event: old");
  });

  it("ends when the viewer may not see it any more", async () => {
    let isAllowed = true;
    const topic = topicOf();
    const { read, ended } = open(topic, { isAllowed: () => isAllowed });
    await read();
    isAllowed = false;
    let last: string | null = "";
    let before: string | null = "";
    for (let at = 0; at < 20 && last !== null; at++) {
      before = last;
      const next = read();
      await pass(5_000);
      last = await next;
    }
    expect(before).toContain("event: over");
    expect(ended).toHaveBeenCalledTimes(1);
    expect(topic.watchers).toBe(0);
  });

  it("ends without a word where the client has to come again", async () => {
    const topic = topicOf();
    const { read, ended } = open(topic, { lastsMillis: 60_000 });
    const events: (string | null)[] = [];
    while (events.at(-1) !== null && events.length < 40) {
      const next = read();
      await pass(5_000);
      events.push(await next);
    }
    expect(events.length).toBeGreaterThan(10);
    expect(events.at(-1)).toBeNull();
    expect(events.join("")).not.toContain("over");
    expect([topic.watchers, ended.mock.calls.length]).toEqual([0, 1]);
  });

  it("ends with the process", async () => {
    const stopping = new AbortController();
    const topic = topicOf();
    const { read, ended } = open(topic, { stopping: stopping.signal });
    await read();
    const first = read();
    await pass(0);
    await first;
    const last = read();
    stopping.abort();
    await pass(0);
    expect(await last).toBeNull();
    expect([topic.watchers, ended.mock.calls.length]).toEqual([0, 1]);
  });

  it("stops watching when the reader leaves", async () => {
    const topic = topicOf();
    const { read, close, ended } = open(topic);
    await read();
    await close();
    expect([topic.watchers, ended.mock.calls.length]).toEqual([0, 1]);
  });
});
