import { expect, it } from "vitest";
import { visitorOf } from "./visitor.ts";

const from = (forwarded: string, trustedProxies = 0) =>
  visitorOf(new Headers({ "x-forwarded-for": forwarded }), trustedProxies).address;

it("goes by whom this server took it from: what stands before it anybody can say", () => {
  expect(from("192.0.2.1")).toBe("192.0.2.1");
  expect(from("203.0.113.9, 192.0.2.1")).toBe("192.0.2.1");
  expect(from("")).toBe("unknown");
});

it("goes by whom the outermost trusted proxy took it from", () => {
  expect(from("192.0.2.1, 10.0.0.2", 1)).toBe("192.0.2.1");
  expect(from("203.0.113.9, 192.0.2.1, 10.0.0.2", 1)).toBe("192.0.2.1");
  expect(from("203.0.113.9, 192.0.2.1, 10.0.0.3, 10.0.0.2", 2)).toBe("192.0.2.1");
  expect(from("192.0.2.1", 1)).toBe("192.0.2.1");
});

it("takes the addresses of one IPv6 network for one visitor", () => {
  expect(from("2001:db8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64");
  expect(from("2001:db8:1:2::9")).toBe("2001:db8:1:2::/64");
  expect(from("2001:db8::9")).toBe("2001:db8:0:0::/64");
  expect(from("::1")).toBe("0:0:0:0::/64");
  expect(from("::ffff:192.0.2.1")).toBe("::ffff:192.0.2.1");
});

it("says what the browser is", () =>
  expect(visitorOf(new Headers({ "user-agent": "curl/8" }), 0).device).toBe("curl/8"));
