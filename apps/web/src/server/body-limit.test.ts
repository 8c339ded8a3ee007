import { describe, expect, it } from "vitest";
import { withBodyWithin } from "./body-limit.ts";

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request("http://127.0.0.1/api/trpc/account.signIn", {
    method: "POST",
    headers,
    body,
    duplex: "half",
  } as RequestInit);

function endless(counted: { chunks: number }): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull(controller) {
      counted.chunks += 1;
      controller.enqueue(new Uint8Array(1_000).fill(97));
    },
  });
}

describe("the body of a call", () => {
  it("arrives whole, with its headers, if it fits", async () => {
    const read = await withBodyWithin(post('{"json":"é"}', { origin: "http://127.0.0.1" }), 13);
    expect(await read?.json()).toEqual({ json: "é" });
    expect(read?.headers.get("origin")).toBe("http://127.0.0.1");
  });

  it("is refused by its declared length, before any of it is read", async () => {
    const counted = { chunks: 0 };
    const request = post(endless(counted), { "content-length": "100000" });
    expect(await withBodyWithin(request, 5_000)).toBeNull();
    // A stream fetches its first chunk when it is made.
    expect(counted.chunks).toBe(1);
  });

  it("is refused as soon as it is too large, if it declares no length", async () => {
    const counted = { chunks: 0 };
    expect(await withBodyWithin(post(endless(counted)), 5_000)).toBeNull();
    expect(counted.chunks).toBeLessThan(10);
  });

  it("may be empty", async () => {
    expect(await (await withBodyWithin(post(""), 10))?.text()).toBe("");
  });
});
