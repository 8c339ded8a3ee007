import { HeadroomError } from "@headroom/core";
import { describe, expect, it } from "vitest";
import { Guesses } from "./guesses.ts";

function guessesOf(perMinute: number) {
  const clock = { millis: 0 };
  const guesses = new Guesses(perMinute, () => clock.millis);
  let lookUps = 0;
  const send = (address: string, secret: string) =>
    guesses
      .check({ address, secret }, () => {
        lookUps += 1;
        if (secret === "right") return Promise.resolve("found");
        const code = secret === "old" ? "token-expired" : "unauthenticated";
        return Promise.reject(new HeadroomError(code, "Unknown token."));
      })
      .catch((error: unknown) => (error instanceof HeadroomError ? error.code : "unexpected"));
  return { clock, send, lookUps: () => lookUps };
}

describe("guesses", () => {
  it("are no longer looked up after too many of them, until a minute later", async () => {
    const { clock, send, lookUps } = guessesOf(3);
    for (const secret of ["a", "b", "c"]) expect(await send("192.0.2.1", secret)).toBe("unauthenticated");
    expect(await send("192.0.2.1", "d")).toBe("too-many-attempts");
    expect(await send("192.0.2.1", "right")).toBe("too-many-attempts");
    expect(lookUps()).toBe(3);
    expect(await send("192.0.2.2", "right")).toBe("found");
    clock.millis += 60_000;
    expect(await send("192.0.2.1", "right")).toBe("found");
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
