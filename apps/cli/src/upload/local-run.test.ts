import { DAY_MILLIS } from "@headroom/core";
import { expect, it } from "vitest";
import { readCliEnv } from "../env.ts";
import { readUploadArguments } from "./arguments.ts";
import { readLocally } from "./local-run.ts";

const HEADER = "timeStamp,elapsed,label,responseCode,responseMessage,threadName,success";

async function read(times: readonly number[]) {
  const text = [HEADER, ...times.map((at) => `${at},20,Home,200,OK,Users 1-1,true`), ""].join("\n");
  const bytes = Buffer.from(text);
  return readLocally({
    files: [
      {
        name: "x",
        head: bytes,
        chunks: (async function* () {
          yield bytes;
        })(),
      },
    ],
    arguments: readUploadArguments(
      ["x", "--service", "s", "--experiment", "e"],
      readCliEnv({ HEADROOM_TOKEN: "t" }),
    ),
    originMicros: null,
    startMicros: 0,
  });
}

it("names the dates and the line where times jump, as the server does", async () => {
  const times = Array.from(
    { length: 50 },
    (_, at) => 1_795_200_000_000 + (at < 10 ? at : at * 40 * DAY_MILLIS),
  );
  await expect(read(times)).rejects.toMatchObject({
    code: "run-too-long",
    line: 12,
    message:
      "40 of 50 samples are too far from the start of the run. The first is from 25 Dec 2027, 18:40 UTC, the run starts on 20 Nov 2026, 18:40 UTC. Times jump at line 12.",
    hint: expect.stringContaining("31 days"),
  });
});
