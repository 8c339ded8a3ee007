import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FeedFace } from "./feed-face.ts";
import { FeedTopic } from "./feed-topic.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const pass = (millis: number) => vi.advanceTimersByTimeAsync(millis);
const timing = { leastMillis: 1_000, mostMillis: 5_000, oldMillis: 12_000 };

it("guests are sent their own view from the reads of members, whole or what changed", async () => {
  let now = 0;
  const read = vi.fn<() => Promise<{ now: number; notes: string }>>(() =>
    Promise.resolve({ now: (now += 1), notes: "secret" }),
  );
  const name = "so long that sending what changed is shorter";
  const show = vi.fn<(view: { now: number }) => object>(({ now: shown }) => ({ now: shown, name }));
  const topic = new FeedTopic(read, timing);
  const face = new FeedFace(topic, show);
  const leave = [topic.watch(() => undefined), face.watch(() => undefined), face.watch(() => undefined)];
  expect(face.state).toBeNull();
  await pass(0);
  expect(topic.state?.full).toContain("secret");
  expect([face.state?.full, face.state?.delta]).toEqual([`{"now":1,"name":"${name}"}`, null]);
  topic.changed();
  await pass(1_000);
  expect(face.state).toEqual({
    revision: topic.state?.revision,
    full: `{"now":2,"name":"${name}"}`,
    delta: '{"set":[[["now"],2]],"tails":[]}',
  });
  expect(face.state).toBe(face.state);
  expect([read.mock.calls.length, show.mock.calls.length]).toEqual([2, 2]);

  // Nobody asked for the third, so there is no difference to it.
  for (let at = 0; at < 2; at++) {
    topic.changed();
    await pass(1_000);
  }
  expect(face.state?.delta).toBeNull();
  for (const end of leave) end();
  expect([topic.watchers, face.state]).toEqual([0, null]);
});
