import { parseTarget } from "@headroom/core";
import { expect, it } from "vitest";
import { firstRunCommand } from "./first-run-command.ts";

it("is a command whose targets can be parsed", () => {
  const command = firstRunCommand("http://127.0.0.1:4001");
  const [, address = ""] = /POST '([^']+)'/.exec(command) ?? [];
  const targets = new URL(address).searchParams.getAll("target");
  expect(targets).toHaveLength(2);
  for (const target of targets) expect(parseTarget(target)).toMatchObject({ ok: true });
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:4001\/v1\/runs\?service=/);
});
