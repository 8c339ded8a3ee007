import { expect, it } from "vitest";
import { visitorOf } from "./visitor.ts";

it("goes by the last address that was passed on: what stands before it anybody can say", () => {
  const from = (forwarded: string) => visitorOf(new Headers({ "x-forwarded-for": forwarded })).address;
  expect(from("192.0.2.1")).toBe("192.0.2.1");
  expect(from("203.0.113.9, 192.0.2.1")).toBe("192.0.2.1");
  expect(from("")).toBe("unknown");
  expect(visitorOf(new Headers({ "user-agent": "curl/8" })).device).toBe("curl/8");
});
