import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signWebhook } from "./sign-webhook.ts";

const page = readFileSync(new URL("../../../../docs/notifications.md", import.meta.url), "utf8");
const blockOf = (language: string) =>
  new RegExp(`Check the signature[^]*?\`\`\`${language}\\n([^]*?)\`\`\``).exec(page)?.[1] ?? "";
const KEY = "0a1b";
const BODY = '{"type":"test","name":"100% “naïve” $HOME"}';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "headroom-docs-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const headerAt = (at: Date, previous = false) =>
  signWebhook(
    previous ? { current: "another", previous: { key: KEY, until: at } } : { current: KEY, previous: null },
    BODY,
    at,
  );
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe("the page's way to check a signature", () => {
  it("works in Node", async () => {
    const file = join(folder, "check.mjs");
    writeFileSync(file, blockOf("js"));
    const { isGenuine } = (await import(file)) as {
      isGenuine: (header: string, body: Buffer, key: string) => boolean;
    };
    const body = Buffer.from(BODY);
    expect(isGenuine(headerAt(new Date()), body, KEY)).toBe(true);
    expect(isGenuine(headerAt(new Date(), true), body, KEY)).toBe(true);
    expect(isGenuine(headerAt(new Date()), body, "wrong")).toBe(false);
    expect(isGenuine(headerAt(new Date()), Buffer.from(`${BODY} `), KEY)).toBe(false);
    expect(isGenuine(headerAt(minutesAgo(6)), body, KEY)).toBe(false);
    expect(isGenuine("", body, KEY)).toBe(false);
  });

  it("works in a shell", async () => {
    writeFileSync(join(folder, "body.json"), BODY);
    const check = (header: string, key = KEY) =>
      promisify(execFile)("sh", ["-c", blockOf("sh")], {
        cwd: folder,
        env: { PATH: "/usr/bin:/bin", HEADER: header, HEADROOM_SIGNING_KEY: key },
      }).then(
        ({ stdout }) => stdout,
        ({ stdout }: { stdout: string }) => `refused ${stdout}`,
      );
    expect(await check(headerAt(new Date()))).toBe("genuine\n");
    expect(await check(headerAt(new Date(), true))).toBe("genuine\n");
    expect(await check(headerAt(new Date()), "wrong")).toBe("refused forged\n");
    expect(await check(headerAt(minutesAgo(6)))).toBe("refused ");
  });
});
