import { parseTarget } from "@headroom/core";
import { exampleFile } from "@headroom/demo/examples";
import { describe, expect, it } from "vitest";
import { exampleLine, ownFileLine } from "./first-run-lines.ts";

const given = { webUrl: "http://127.0.0.1:4000", ingestUrl: "http://127.0.0.1:4001", token: null };

describe("the commands of the first runs", () => {
  it("have targets that can be parsed", () => {
    const [, address = ""] = /'([^']+)'/.exec(ownFileLine({ ...given, turn: "first" })) ?? [];
    const targets = new URL(address).searchParams.getAll("target");
    expect(targets).toHaveLength(2);
    for (const target of targets) expect(parseTarget(target)).toMatchObject({ ok: true });
  });

  it("contain the token once there is one", () => {
    expect(ownFileLine({ ...given, turn: "first" })).toContain('"Authorization: Bearer $HEADROOM_TOKEN"');
    const line = exampleLine({ ...given, token: "hr_ingest_x", turn: "second" });
    expect(line).toContain('"Authorization: Bearer hr_ingest_x"');
  });

  it.each(["first", "second"] as const)("upload an example file that exists (%s)", (turn) => {
    const [, name = ""] = /4000\/examples\/(\S+)/.exec(exampleLine({ ...given, turn })) ?? [];
    expect(exampleFile(name, new Date())).not.toBeNull();
  });
});
