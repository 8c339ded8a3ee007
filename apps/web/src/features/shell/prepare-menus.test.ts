import { describe, expect, it } from "vitest";
import { prepareMenus } from "./prepare-menus.ts";

const membership = (id: string, name: string, slug = id) => ({
  workspaceId: id,
  name,
  slug,
  role: "viewer" as const,
});
const person = (name: string) => ({ id: "p", email: "ada@shop.example", name });

describe("the menus of the top bar", () => {
  it("mark the session's workspace, and tell workspaces of the same name apart", () => {
    const memberships = [
      membership("1", "Shop", "shop"),
      membership("2", "Shop", "shop-2"),
      membership("3", "Lab"),
    ];
    const { current, workspaces } = prepareMenus({ memberships, person: person("Ada") }, "2");
    expect(current).toBe("Shop");
    expect(workspaces.map(({ label }) => label)).toEqual(["Shop (shop)", "Shop (shop-2)", "Lab"]);
    expect(workspaces.filter((one) => one.current).map(({ id }) => id)).toEqual(["2"]);
  });

  it.each([
    ["Ada Lovelace", "AL"],
    ["ada", "A"],
    ["Ада Лавлейс Кинг", "АК"],
    ["😀 (Ops) team", "OT"],
    ["", "A"],
    ["😀", "?"],
  ])("%j has the initials %j", (name, initials) =>
    expect(prepareMenus({ memberships: [], person: person(name) }, "").person.initials).toBe(initials),
  );
});
