import { describe, expect, it } from "vitest";
import type { Sent, SendInput } from "./ask-ingest.ts";
import { readProblem } from "./read-problem.ts";
import { EMPTY_FORM } from "./upload-form.ts";
import { UploadAttempt } from "./upload-attempt.ts";
import type { AttemptInput, SendState } from "./upload-attempt.ts";

const refusal = (code: string) => ({
  kind: "refused" as const,
  problem: readProblem(400, JSON.stringify({ code, title: "", detail: code, instance: "" }), "3"),
});
const arrived = (runId: string) => ({ kind: "run" as const, run: { runId } });

const input: AttemptInput = {
  key: "k",
  form: { ...EMPTY_FORM, service: "s", experiment: "e" },
  plan: [
    { fileIds: ["a"], bytes: 10, part: { run: "r", generator: "a" } },
    { fileIds: ["b"], bytes: 30, part: { run: "r", generator: "b" } },
  ],
  files: new Map(["a", "b"].map((name) => [name, new File(["x"], name)])),
};

/** An ingest that answers what it is told to, in turn. */
function attemptOf(answers: Sent[]) {
  const asked: SendInput[] = [];
  const states: SendState[] = [];
  const pauses: number[] = [];
  let dropped = 0;
  const attempt = new UploadAttempt(input, {
    ingestUrl: "http://ingest",
    takeTicket: async () => `ticket ${dropped}`,
    dropTicket: () => {
      dropped += 1;
    },
    send: (one) => {
      asked.push(one);
      one.onProgress(99, 99);
      return { done: Promise.resolve(answers.shift() ?? refusal("internal")), cancel: () => undefined };
    },
    pause: async (seconds) => {
      pauses.push(seconds);
    },
    tell: (state) => states.push(state),
  });
  return { attempt, asked, states, pauses };
}

describe("an upload", () => {
  it("sends one request after the other, each with a key of its own, and never says more than all", async () => {
    const { attempt, asked, states } = attemptOf([arrived("1"), arrived("1")]);
    await attempt.run();
    expect(asked.map(({ idempotencyKey }) => idempotencyKey)).toEqual(["k-0", "k-1"]);
    expect(asked[1]?.query.get("generator")).toBe("b");
    expect(states.at(-1)).toEqual({ phase: "done", runs: [{ runId: "1" }, { runId: "1" }] });
    const sent = states.flatMap((state) => (state.phase === "sending" ? [state.sentBytes] : []));
    expect(sent).toEqual([0, 10, 10, 40]);
  });

  it("that failed resumes with the same key", async () => {
    const { attempt, asked, states } = attemptOf([arrived("1"), refusal("file-unreadable"), arrived("1")]);
    await attempt.run();
    expect(states.at(-1)).toMatchObject({ phase: "failed", at: 1, of: 2 });
    await attempt.run();
    expect(asked.map(({ idempotencyKey }) => idempotencyKey)).toEqual(["k-0", "k-1", "k-1"]);
    expect(states.at(-1)).toMatchObject({ phase: "done" });
  });

  it("comes again when it is asked to, and gives up in the end", async () => {
    const { attempt, pauses, states } = attemptOf(Array.from({ length: 20 }, () => refusal("in-progress")));
    await attempt.run();
    expect(pauses).toEqual([3, 3, 3, 3, 3]);
    expect(states.at(-1)).toMatchObject({ phase: "failed", at: 0 });
  });

  it("takes a new ticket where the old one has expired", async () => {
    const { attempt, asked } = attemptOf([refusal("token-expired"), arrived("1"), arrived("1")]);
    await attempt.run();
    expect(asked.map(({ ticket }) => ticket)).toEqual(["ticket 0", "ticket 1", "ticket 1"]);
  });

  it("that was cancelled sends nothing more", async () => {
    const { attempt, asked, states } = attemptOf([arrived("1"), arrived("2")]);
    const running = attempt.run();
    attempt.cancel();
    await running;
    expect(asked).toEqual([]);
    expect(states.at(-1)).toEqual({ phase: "idle" });
  });
});
