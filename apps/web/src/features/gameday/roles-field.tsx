import { Button, IconButton, TextInput } from "@headroom/ui";
import { FIELD_WORDS, freshKey } from "./form-values.ts";
import type { RoleValues } from "./form-values.ts";

interface RolesFieldProps {
  roles: readonly RoleValues[];
  onChange: (roles: RoleValues[]) => void;
}

/** Who does what. */
export function RolesField({ roles, onChange }: RolesFieldProps) {
  const change = (key: string, changes: Partial<RoleValues>) =>
    onChange(roles.map((role) => (role.key === key ? { ...role, ...changes } : role)));
  return (
    <div>
      <p className="text-12 font-medium text-ink-2">{FIELD_WORDS.roles}</p>
      {roles.map(({ key, who, does }, place) => (
        <div key={key} className="mt-2 grid grid-cols-[1fr_auto] gap-2 wide:grid-cols-[14rem_1fr_auto]">
          <TextInput
            value={who}
            onChange={(text) => change(key, { who: text })}
            aria-label={`Who, role ${place + 1}`}
            placeholder="Who"
            maxLength={200}
            autoComplete="off"
          />
          <TextInput
            className="max-wide:col-start-1"
            value={does}
            onChange={(text) => change(key, { does: text })}
            aria-label={`Does what, role ${place + 1}`}
            placeholder="Does what, for example watches the database"
            maxLength={200}
            autoComplete="off"
          />
          <IconButton
            icon="close"
            className="max-wide:col-start-2 max-wide:row-start-1"
            label={`Remove role ${place + 1}`}
            onClick={() => onChange(roles.filter((role) => role.key !== key))}
          />
        </div>
      ))}
      <Button
        className="mt-2"
        onClick={() => onChange([...roles, { key: freshKey(roles), who: "", does: "" }])}
      >
        Add a role
      </Button>
    </div>
  );
}
