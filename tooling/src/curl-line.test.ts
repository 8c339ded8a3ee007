import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { curlLine } from "./curl-line.mjs";

/** The arguments that the shell passes to the first curl, and then to the second, one per line. */
function argumentsOf(line: string) {
  const script = `curl() { [ "$1" = -sSf ] || cat; printf '%s\\n' "$@"; }\n${line}`;
  return execFileSync("sh", ["-c", script], { encoding: "utf8" }).trimEnd().split("\n");
}

describe("the curl line", () => {
  it("is safe to paste: brackets and signs in the URL", () => {
    const args = argumentsOf(
      curlLine({
        webUrl: "http://127.0.0.1:4000",
        ingestUrl: "http://127.0.0.1:4001",
        ingestToken: "hr_abc",
      }),
    );
    expect(args).toEqual([
      "-sSf",
      "http://127.0.0.1:4000/examples/first-run.jtl",
      "-sS",
      "-H",
      "Authorization: Bearer hr_abc",
      "--data-binary",
      "@-",
      expect.stringContaining("http://127.0.0.1:4001/v1/runs?"),
    ]);
    const query = new URL(args.at(-1) ?? "").searchParams;
    expect(query.getAll("target")).toEqual(["p95 <= 500 ms", "error rate <= 1%"]);
  });
});
