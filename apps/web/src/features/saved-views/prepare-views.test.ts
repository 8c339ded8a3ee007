import { expect, it } from "vitest";
import { openView, viewGroups } from "./prepare-views.ts";

const own = { id: "1", name: "Misses", query: "outcome=misses", shared: false };
const shared = { id: "2", name: "All", query: "", shared: true };
const place = { failed: false, path: "/experiments", query: "outcome=misses" };

it("lists the person's own views and the shared ones, with a tick at the open one", () => {
  expect(viewGroups({ ...place, views: [own, shared] })).toEqual([
    { title: "Yours", items: [{ label: "Misses", href: "/experiments?outcome=misses", current: true }] },
    { title: "Everybody's", items: [{ label: "All", href: "/experiments", current: false }] },
  ]);
  expect(viewGroups({ ...place, views: [shared] })).toHaveLength(1);
});

it("says when no view is saved, and while views are loading", () => {
  const words = (views: [] | undefined, failed = false) =>
    viewGroups({ ...place, failed, views })[0]?.items[0]?.label;
  expect([words([]), words(undefined), words(undefined, true)]).toEqual([
    "No saved views yet",
    "Loading…",
    "Couldn't load the views. Reload the page.",
  ]);
});

it("offers to delete the open view to those who may", () => {
  const open = (query: string, mayEdit: boolean) => openView([own, shared], { query, mayEdit })?.name;
  expect([open("outcome=misses", false), open("", false), open("", true), open("q=x", true)]).toEqual([
    "Misses",
    undefined,
    "All",
    undefined,
  ]);
});
