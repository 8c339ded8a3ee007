import { expect, it } from "vitest";
import { contentSecurityPolicy } from "./security-headers.ts";

it("runs scripts by nonce alone, and loosens nothing but for development", () => {
  const built = contentSecurityPolicy({ nonce: "abc", development: false });
  expect(built).toContain("script-src 'self' 'nonce-abc' 'strict-dynamic';");
  expect(built).toContain("style-src 'self';");
  expect(built).not.toContain("unsafe-eval");
  expect(contentSecurityPolicy({ nonce: "abc", development: true })).toContain("unsafe-eval");
});
