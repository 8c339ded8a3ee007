import { expect, it } from "vitest";
import { markup } from "./html.ts";

it("escapes words and not markup", () => {
  const hostile = `<img src=x onerror="alert('1')">&`;
  expect(markup`<p title="${hostile}">${hostile}</p>`.text).not.toMatch(/<img|"alert|'1'/);
  const items = [markup`<li>${1}</li>`, markup`<li>${"a<b"}</li>`];
  expect(markup`<ul>${items}${null}</ul>`.text).toBe("<ul><li>1</li><li>a&lt;b</li></ul>");
});
