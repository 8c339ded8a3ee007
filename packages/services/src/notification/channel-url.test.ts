import { describe, expect, it } from "vitest";
import { TEST_SECRET } from "../testing/people.ts";
import { urlColumnsOf } from "./channel-url.ts";

const store = (url: string, allowPrivate = false) =>
  urlColumnsOf({ secret: TEST_SECRET, allowPrivate }, url).origin;

describe("the URL of a channel", () => {
  it.each([
    "http://0.0.0.0/hook",
    "http://255.255.255.255/hook",
    "http://224.0.0.1/hook",
    "http://[::]/hook",
    "http://[ff02::1]/hook",
    "http://hooks.example:0/hook",
    "https://hooks.invalid/hook",
  ])("%s is refused, whatever the server allows: nobody can ever be reached there", (url) => {
    for (const allowPrivate of [false, true])
      expect(() => store(url, allowPrivate)).toThrow("Nobody can be reached at this address.");
  });

  it.each([
    "http://10.0.0.1/hook",
    "http://127.0.0.1:9/hook",
    "http://127.1/hook",
    "http://0x7f000001/hook",
    "http://2130706433/hook",
    "http://169.254.169.254/latest/meta-data",
    "https://192.168.1.7/hook",
    "http://100.64.0.1/hook",
    "http://[::1]/hook",
    "http://[fe80::1]/hook",
    "http://[fd00::1]/hook",
    "http://[::ffff:127.0.0.1]/hook",
    "http://localhost:8080/hook",
    "http://LOCALHOST./hook",
    "http://hooks.localhost/hook",
  ])("%s is stored only where the server sends to private addresses", (url) => {
    expect(() => store(url)).toThrow(
      "This server sends webhooks to public addresses only, and this one is private.",
    );
    expect(store(url, true)).toBe(new URL(url).origin);
  });

  it.each([
    "https://hooks.example/hook",
    "https://localhost.example/hook",
    "https://mylocalhost/hook",
    "http://internal.corp/hook",
    "http://8.8.8.8/hook",
    "http://[2606:4700::1111]/hook",
  ])("%s is stored: where a name leads is known when something is sent", (url) => {
    expect(store(url)).toBe(new URL(url).origin);
  });
});
