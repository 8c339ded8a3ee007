import { expect, it } from "vitest";
import { clearedSessionCookie, sessionCookie, sessionCookieName } from "./session-cookie.ts";

const expiresAt = new Date("2026-01-01T00:00:00Z");

it("hides the session from scripts, and requires TLS where there is TLS", () => {
  const plain = sessionCookie({ secret: "s", expiresAt, webUrl: "http://127.0.0.1:4000" });
  expect(plain).toBe(
    "headroom_session_4000=s; Path=/; HttpOnly; SameSite=Lax; Expires=Thu, 01 Jan 2026 00:00:00 GMT",
  );
  expect(sessionCookie({ secret: "s", expiresAt, webUrl: "https://headroom.example" })).toMatch(/; Secure$/);
  expect(clearedSessionCookie("http://127.0.0.1:4000")).toContain("Expires=Thu, 01 Jan 1970");
});

it("instances on one machine have cookies of their own", () => {
  const names = ["http://127.0.0.1:4000", "http://127.0.0.1:4100", "https://headroom.example"].map(
    sessionCookieName,
  );
  expect(names).toEqual(["headroom_session_4000", "headroom_session_4100", "headroom_session"]);
});
