import { HeadroomError } from "@headroom/core";
import { describe, expect, it } from "vitest";
import { Guesses } from "./guesses.ts";

function guessesOf(perMinute: number) {
  const clock = { millis: 0 };
  const guesses = new Guesses(perMinute, () => clock.millis);
  const send = (address: string, secret: string) =>
    guesses
      .check({ address, secret }, () => {
        if (secret === "right") return Promise.resolve("found");
        const code = secret === "old" ? "token-expired" : "unauthenticated";
        return Promise.reject(new HeadroomError(code, "Unknown token."));
      })
      .catch((error: unknown) => (error instanceof HeadroomError ? error.code : "unexpected"));
  return { clock, send };
}

describe("guesses", () => {
  it("are told to stop after too many of them, until a minute later", async () => {
    const { clock, send } = guessesOf(3);
    for (const secret of ["a", "b", "c"]) expect(await send("192.0.2.1", secret)).toBe("unauthenticated");
    expect(await send("192.0.2.1", "d")).toBe("too-many-attempts");
    expect(await send("192.0.2.2", "d")).toBe("unauthenticated");
    clock.millis += 60_000;
    expect(await send("192.0.2.1", "d")).toBe("unauthenticated");
  });

  it("stop no token that is right, even one that was never seen before", async () => {
    const { send } = guessesOf(3);
    for (let at = 0; at < 10; at += 1) await send("192.0.2.1", `wrong ${at}`);
    expect(await send("192.0.2.1", "right")).toBe("found");
  });

  it("are looked up two at a time above the limit, and a right token waits for its turn", async () => {
    const guesses = new Guesses(1, () => 0);
    const pending: (() => void)[] = [];
    const send = (secret: string) =>
      guesses
        .check({ address: "192.0.2.1", secret }, async () => {
          await new Promise<void>((resolve) => pending.push(resolve));
          if (secret === "right") return "found";
          throw new HeadroomError("unauthenticated", "Unknown token.");
        })
        .catch((error: unknown) => (error instanceof HeadroomError ? error.code : "unexpected"));
    const first = send("first");
    pending.shift()?.();
    expect(await first).toBe("unauthenticated");
    const flood = Array.from({ length: 1_001 }, (_, at) => send(`wrong ${at}`));
    const right = send("right");
    expect(await send("one too many")).toBe("not-ready");
    let most = 0;
    for (let turn = 0; turn <= flood.length; turn += 1) {
      most = Math.max(most, pending.length);
      pending.shift()?.();
      await new Promise(setImmediate);
    }
    expect(most).toBe(2);
    expect(await right).toBe("found");
    expect(new Set(await Promise.all(flood))).toEqual(new Set(["too-many-attempts"]));
  });

  it("stop no token that worked before: clients share the address of a proxy", async () => {
    const { send } = guessesOf(1);
    expect(await send("10.0.0.1", "right")).toBe("found");
    await send("10.0.0.1", "wrong");
    expect(await send("10.0.0.1", "wrong")).toBe("too-many-attempts");
    expect(await send("10.0.0.1", "right")).toBe("found");
  });

  it("are only unknown tokens, not those that expired", async () => {
    const { send } = guessesOf(1);
    for (let at = 0; at < 5; at += 1) expect(await send("192.0.2.1", "old")).toBe("token-expired");
  });

  it("are counted by network where a client can choose its address", async () => {
    const { send } = guessesOf(1);
    await send("2001:db8:1:2::1", "a");
    expect(await send("2001:db8:1:2:ffff::9", "b")).toBe("too-many-attempts");
    expect(await send("2001:db8:1:3::1", "b")).toBe("unauthenticated");
    await send("::ffff:192.0.2.7", "a");
    expect(await send("::ffff:192.0.2.8", "a")).toBe("unauthenticated");
  });
});
