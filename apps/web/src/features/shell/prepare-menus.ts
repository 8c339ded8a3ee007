import type { CheckedSession } from "@headroom/services";

interface WorkspaceChoice {
  id: string;
  /** Includes the slug if another workspace has the same name. */
  label: string;
  role: string;
  current: boolean;
}

export interface ShellMenus {
  current: string;
  workspaces: WorkspaceChoice[];
  person: { name: string; email: string; initials: string };
}

/** What the menus of the top bar show. */
export function prepareMenus(
  { memberships, person }: Pick<CheckedSession, "memberships" | "person">,
  workspaceId: string,
): ShellMenus {
  const workspaces = memberships.map(({ workspaceId: id, name, slug, role }) => {
    const twins = memberships.filter((other) => other.name === name).length;
    return { id, label: twins > 1 ? `${name} (${slug})` : name, role, current: id === workspaceId };
  });
  return {
    current: memberships.find((one) => one.workspaceId === workspaceId)?.name ?? "",
    workspaces,
    person: { name: person.name, email: person.email, initials: initialsOf(person.name || person.email) },
  };
}

/** The initials of the first and the last word, in any script. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words.slice(0, 1);
  const letters = ends.map((word) => /[\p{L}\p{N}]/u.exec(word ?? "")?.[0] ?? "");
  return letters.join("").toUpperCase() || "?";
}
