import { describe, expect, it } from "vitest";
import { Pace } from "./pace.ts";

const limits = { idleSeconds: 60, bytesPerSecond: 1_000, arrivalSeconds: 7_200 };

/** How many chunks arrive before the upload is ended, and why; null: it isn't. */
function send(chunk: { bytes: number; seconds: number }, count: number, pace = new Pace(limits)) {
  for (let at = 0; at < count; at++) {
    try {
      pace.arrived(chunk.bytes, chunk.seconds * 1_000);
    } catch (error) {
      return { seconds: Math.round(at * chunk.seconds), code: (error as { code: string }).code };
    }
  }
  return null;
}

describe("an upload's pace", () => {
  it("ends a client that sends one byte a second after about a minute", () => {
    expect(send({ bytes: 1, seconds: 1 }, 1_000)).toEqual({ seconds: 60, code: "upload-too-slow" });
  });

  it("ends one that sends a byte just before it would count as silent", () => {
    expect(send({ bytes: 1, seconds: 59 }, 10)).toEqual({ seconds: 59, code: "upload-too-slow" });
  });

  it("ends one that was fast first, and lets it save up no more than the idle time", () => {
    const pace = new Pace(limits);
    expect(send({ bytes: 64_000, seconds: 0.001 }, 1_000, pace)).toBeNull();
    expect(send({ bytes: 1, seconds: 1 }, 1_000, pace)).toEqual({ seconds: 60, code: "upload-too-slow" });
  });

  it("allows pauses up to the idle time, at the start and later", () => {
    expect(send({ bytes: 60_000, seconds: 59 }, 100)).toBeNull();
  });

  it("ends an upload that keeps the lowest rate for too long", () => {
    expect(send({ bytes: 1_000, seconds: 1 }, 10_000)).toEqual({ seconds: 7_200, code: "upload-too-long" });
  });

  it("doesn't count the time that the client waits for the server", () => {
    expect(send({ bytes: 64_000, seconds: 0 }, 100_000)).toBeNull();
  });
});
