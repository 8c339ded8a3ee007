import { describe, expect, it } from "vitest";
import { RateLimits } from "./rate-limits.ts";
import type { RateLimitSettings } from "./rate-limits.ts";

const NONE = { token: null, workspace: null };
const ci = { id: "ci", workspaceId: "home" };
const poller = { id: "poller", workspaceId: "home" };

function limitsOf(settings: Partial<RateLimitSettings>) {
  const clock = { millis: 0 };
  const all = { read: NONE, write: NONE, upload: NONE, live: NONE, liveBytes: null, ...settings };
  return { clock, limits: new RateLimits(all, () => clock.millis) };
}

describe("rate limits", () => {
  it("say what is left of each limit, in the header fields of the draft", () => {
    const { limits } = limitsOf({ read: { token: 60, workspace: 120 } });
    limits.count("read", poller);
    expect(limits.count("read", ci)).toEqual({
      policy: '"token-read";q=60;w=60, "workspace-read";q=120;w=60',
      state: '"token-read";r=59;t=1, "workspace-read";r=118;t=1',
      refused: null,
    });
  });

  it("are not mentioned without any", () => {
    const { limits } = limitsOf({ read: { token: 60, workspace: null } });
    expect(limits.count("live", ci)).toBeNull();
    expect(limits.count("read", ci)?.policy).toBe('"token-read";q=60;w=60');
  });

  it("count reads apart from uploads: who polls too often can still upload", () => {
    const { limits } = limitsOf({ read: { token: 1, workspace: 1 }, upload: { token: 1, workspace: 1 } });
    limits.count("read", ci);
    expect(limits.count("read", ci)?.refused).toEqual({ seconds: 60, by: "token", quota: 1, of: "requests" });
    expect(limits.count("upload", ci)?.refused).toBeNull();
  });

  it("let no token use up what its workspace may, and other workspaces not at all", () => {
    const { limits } = limitsOf({ read: { token: 2, workspace: 3 } });
    for (let at = 0; at < 10; at += 1) limits.count("read", poller);
    expect(limits.count("read", ci)?.refused).toBeNull();
    expect(limits.count("read", ci)?.refused).toMatchObject({ by: "workspace", quota: 3 });
    expect(limits.count("read", { id: "theirs", workspaceId: "foreign" })?.refused).toBeNull();
  });
});
