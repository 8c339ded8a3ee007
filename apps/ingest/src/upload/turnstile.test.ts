import { describe, expect, it } from "vitest";
import { Turnstile } from "./turnstile.ts";

/** Uploads that stay inside until they are released. */
function door(places: number) {
  const turnstile = new Turnstile(places);
  const release: (() => void)[] = [];
  const enter = async (workspaceId: string): Promise<boolean> => {
    let refused = false;
    const gone = new Promise<void>((resolve) => release.push(resolve));
    void turnstile
      .pass(workspaceId, () => gone)
      .catch(() => {
        refused = true;
      });
    await Promise.resolve();
    await Promise.resolve();
    return !refused;
  };
  const fill = async (workspaceId: string, tries: number): Promise<number> => {
    let inside = 0;
    for (let at = 0; at < tries; at++) if (await enter(workspaceId)) inside += 1;
    return inside;
  };
  const leave = async () => {
    for (const one of release.splice(0)) one();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { turnstile, fill, leave };
}

describe("the places for uploads", () => {
  it("are shared: a workspace that takes all it can leaves half of what is free", async () => {
    const { fill } = door(16);
    expect(await fill("greedy", 24)).toBe(8);
    expect(await fill("second", 24)).toBe(4);
    expect(await fill("third", 24)).toBe(2);
    expect(await fill("fourth", 24)).toBe(1);
    expect(await fill("fifth", 24)).toBe(1);
    expect(await fill("sixth", 24)).toBe(0);
  });

  it("go to a single upload even if there is only one", async () => {
    expect(await door(1).fill("only", 3)).toBe(1);
  });

  it("are free again once uploads end, however they end", async () => {
    const { turnstile, fill, leave } = door(2);
    expect(await fill("one", 2)).toBe(1);
    await leave();
    await expect(turnstile.pass("one", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await fill("one", 2)).toBe(1);
  });

  it("say whose uploads are in the way", async () => {
    const { turnstile, fill } = door(2);
    await fill("one", 1);
    const again = turnstile.pass("one", () => Promise.resolve());
    await expect(again).rejects.toMatchObject({
      code: "too-many-runs-in-flight",
      message: "This workspace already has 1 of 2 places for uploads, and others need the rest.",
    });
    await fill("two", 1);
    await expect(turnstile.pass("three", () => Promise.resolve())).rejects.toMatchObject({
      message: "All 2 places for uploads are taken.",
    });
  });
});
