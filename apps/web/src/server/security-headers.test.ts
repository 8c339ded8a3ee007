import { expect, it } from "vitest";
import { contentSecurityPolicy } from "./security-headers.ts";

it("runs scripts by nonce alone, and loosens nothing but for development", () => {
  const built = contentSecurityPolicy({
    nonce: "abc",
    ingestUrl: "https://ingest.example/base",
    development: false,
  });
  expect(built).toContain("script-src 'self' 'nonce-abc' 'strict-dynamic';");
  expect(built).toContain("style-src 'self';");
  expect(built).toContain("connect-src 'self' https://ingest.example;");
  expect(built).not.toContain("unsafe-eval");
  expect(
    contentSecurityPolicy({ nonce: "abc", ingestUrl: "https://ingest.example/base", development: true }),
  ).toContain("unsafe-eval");
});
