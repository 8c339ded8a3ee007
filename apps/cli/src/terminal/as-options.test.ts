import { expect, it } from "vitest";
import { asOptions } from "./as-options.ts";

it.each([
  ["Say it with started=.", "Say it with --started."],
  ["Say it with started=<instant> to place it.", "Say it with --started<instant> to place it."],
  ["run= and generator= bring them into one run", "--run and --generator bring them into one run"],
  [
    "in one form: curl -F file=@results.csv -F file=@more.csv",
    "in one form: headroom upload results.csv more.csv",
  ],
  ["https://x.example/?run=1&unit=ms", "https://x.example/?run=1&unit=ms"],
  [`add mapping={"latency":{"column":"it's"}}`, String.raw`add --mapping '{"latency":{"column":"it'\''s"}}'`],
  ["x=1, unit=ms", "x=1, unit=ms"],
])("%j is %j", (text, expected) => {
  expect(asOptions(text)).toBe(expected);
});
