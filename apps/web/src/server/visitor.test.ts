import { expect, it } from "vitest";
import { visitorOf } from "./visitor.ts";

const from = (forwarded: string, trustedProxies = 0) =>
  visitorOf(new Headers({ "x-forwarded-for": forwarded }), trustedProxies).address;

it("uses the address that this server saw: anyone can claim the ones before it", () => {
  expect(from("192.0.2.1")).toBe("192.0.2.1");
  expect(from("203.0.113.9, 192.0.2.1")).toBe("192.0.2.1");
  expect(from("")).toBe("unknown");
});

it("uses the address that the outermost trusted proxy saw", () => {
  expect(from("192.0.2.1, 10.0.0.2", 1)).toBe("192.0.2.1");
  expect(from("203.0.113.9, 192.0.2.1, 10.0.0.2", 1)).toBe("192.0.2.1");
  expect(from("203.0.113.9, 192.0.2.1, 10.0.0.3, 10.0.0.2", 2)).toBe("192.0.2.1");
  expect(from("192.0.2.1", 1)).toBe("192.0.2.1");
});

it("treats all addresses of one IPv6 network as one visitor", () => {
  expect(from("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
  expect(from("2001:db8:1:2::9")).toBe("2001:db8:1:2::/64");
  expect(from("2001:db8::9")).toBe("2001:db8:0:0::/64");
  expect(from("::1")).toBe("0:0:0:0::/64");
  expect(from("::ffff:192.0.2.1")).toBe("::ffff:192.0.2.1");
});

it("names the browser", () =>
  expect(visitorOf(new Headers({ "user-agent": "curl/8" }), 0).device).toBe("curl/8"));
