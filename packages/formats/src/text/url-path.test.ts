import { expect, it } from "vitest";
import { urlPath } from "./url-path.ts";

it.each([
  ["http://127.0.0.1:8080/search?q=a", "/search?q=a"],
  ["https://example.com", "/"],
  ["localhost:8080/cart", "/cart"],
  ["", null],
  ["http://", null],
])("%s has the path %s", (address, path) => expect(urlPath(address)).toBe(path));
