import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { contentSecurityPolicy, SECRET_PATHS, securityHeaders } from "./security-headers.ts";

it("allows scripts by nonce only, and is looser only in development", () => {
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

it("lists every page whose address contains a secret", () => {
  const cwd = join(import.meta.dirname, "../app");
  const pages = globSync("**/page.tsx", { cwd }).filter((page) => /\[(secret|token)\]/.test(page));
  expect(pages.length).toBeGreaterThanOrEqual(3);
  for (const page of pages) {
    const path = `/${page.replaceAll(/\([^)]*\)\//g, "")}`;
    expect(
      SECRET_PATHS.filter((secret) => path.startsWith(secret)),
      path,
    ).toHaveLength(1);
  }
});

it("asks browsers to stay with https if that is how this server is reached", () => {
  const name = "strict-transport-security";
  expect(securityHeaders("https://headroom.example")[name]).toBe("max-age=31536000");
  expect(securityHeaders("http://127.0.0.1:4000")[name]).toBeUndefined();
});
