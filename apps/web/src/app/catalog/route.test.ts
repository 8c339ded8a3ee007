import { expect, it } from "vitest";
import { GET } from "./route.ts";

const location = (path: string) =>
  GET(new Request(`https://headroom.example${path}`)).headers.get("location");

it("leads to the experiments with its filters, or to those of a service", () => {
  expect(GET(new Request("https://headroom.example/catalog")).status).toBe(308);
  expect(location("/catalog")).toBe("/experiments");
  expect(location("/catalog?q=a+b&outcome=unsure")).toBe("/experiments?q=a+b&outcome=unsure");
  expect(location("/catalog?service=shop&sort=p99")).toBe("/services/shop/experiments?sort=p99");
  for (const service of ["..%2F..", "%2F%2Fevil.example", "a%0D%0Ab"])
    expect(location(`/catalog?service=${service}`)).toBe(`/services/${service}/experiments`);
});
