import { Tag } from "@headroom/ui";

/** Says that a run counts for nothing, beside its name or outcome. Guests don't learn why. */
export function SetAsideTag({ setAside }: { setAside: { reason: string | null } | null }) {
  if (setAside === null) return null;
  return (
    <span title={setAside.reason ?? undefined}>
      <Tag>Set aside</Tag>
    </span>
  );
}
