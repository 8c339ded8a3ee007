import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { curlLine } from "./curl-line.mjs";

/** The arguments that the shell passes to curl, one per line. */
function argumentsOf(line: string) {
  const script = `curl() { printf '%s\\n' "$@"; }\n${line}`;
  return execFileSync("sh", ["-c", script], { encoding: "utf8" }).trimEnd().split("\n");
}

describe("the curl line", () => {
  it("is safe to paste: spaces and quotes in the path, brackets and signs in the URL", () => {
    const args = argumentsOf(
      curlLine({
        ingestUrl: "http://127.0.0.1:4001",
        ingestToken: "hr_abc",
        sampleFile: "/home/o'neill/head room/first-run.jtl",
      }),
    );
    expect(args).toEqual([
      "-sS",
      "-H",
      "Authorization: Bearer hr_abc",
      "--data-binary",
      "@/home/o'neill/head room/first-run.jtl",
      expect.stringContaining("http://127.0.0.1:4001/v1/runs?"),
    ]);
    const query = new URL(args.at(-1) ?? "").searchParams;
    expect(query.getAll("target")).toEqual(["p95 <= 500 ms", "error rate <= 1%"]);
  });
});
