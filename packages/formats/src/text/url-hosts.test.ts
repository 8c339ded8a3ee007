import { describe, expect, it } from "vitest";
import { hostOf, UrlHosts } from "./url-hosts.ts";

describe("the host of a URL", () => {
  it.each([
    ["https://shop.example/cart?at=https://other/", "shop.example"],
    ["https://Shop.Example:443/", "shop.example"],
    ["http://shop.example:8080/cart", "shop.example:8080"],
    ["http://me:secret@shop.example/", "shop.example"],
    ["http://me:p@ss@shop.example:81", "shop.example:81"],
    ["http://shop.example?token=secret", "shop.example"],
    ["http://[2001:DB8::1]:9000/", "[2001:db8::1]:9000"],
    ["ws://10.0.0.7:80/socket", "10.0.0.7"],
    ["jdbc:mysql://db:3306/shop", "db:3306"],
  ])("%s is %s", (url, host) => expect(hostOf(url)).toBe(host));

  it.each([
    "",
    "null",
    "/cart",
    "http://",
    "http:///cart",
    "http://a b/",
    `http://${"a".repeat(254)}/`,
    "://x/",
  ])("%s has none", (url) => expect(hostOf(url)).toBeNull());

  it("is read from bytes up to the path", () => {
    const bytes = Buffer.from("1,http://shop/a,http://bank/b");
    const hosts = new UrlHosts();
    expect([hosts.find(bytes, 2, 15), hosts.find(bytes, 16, 29)]).toEqual(["shop", "bank"]);
  });
});
