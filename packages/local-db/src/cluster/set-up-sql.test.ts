import { expect, it } from "vitest";
import { setUpSql } from "./set-up-sql.ts";

it("a statement with the password isn't logged, even if it fails", () => {
  const lines = setUpSql("it's secret").split("\n");
  const first = lines.findIndex((line) => line.includes("secret"));
  expect(lines[first]).toContain("PASSWORD 'it''s secret'");
  for (const setting of ["log_min_error_statement = panic", "log_statement = 'none'"]) {
    const at = lines.indexOf(`SET ${setting};`);
    expect(at).toBeGreaterThan(-1);
    expect(at).toBeLessThan(first);
    expect(lines.slice(at, first).join()).not.toContain("connect");
  }
});
