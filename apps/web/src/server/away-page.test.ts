import { expect, it } from "vitest";
import { awayPage } from "./away-page.ts";

it("is a 503 that says when to ask again, reloads automatically, and loads nothing", async () => {
  const page = awayPage("abc");
  expect(page.status).toBe(503);
  expect(page.headers.get("retry-after")).toBe("5");
  expect(page.headers.get("cache-control")).toBe("no-store");
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  const text = await page.text();
  expect(text).toContain('http-equiv="refresh" content="5"');
  expect(text).not.toMatch(/src=|href=|<script/);
});
