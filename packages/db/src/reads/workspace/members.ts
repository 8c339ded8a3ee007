import type { MembershipFound } from "../../lookup.ts";
import type { WorkspaceTx } from "../../workspace-tx.ts";

export interface Member {
  personId: string;
  email: string;
  name: string;
  role: MembershipFound["role"];
  since: Date;
}

/** The people of a workspace, by name. */
export function readMembers(tx: WorkspaceTx): Promise<Member[]> {
  return tx.query<Member>(
    `select p.id as "personId", p.email, p.name, m.role, m.created_at as since
     from membership m join person p on p.id = m.person_id
     order by lower(p.name), p.id`,
  );
}

/** The owners of the workspace, locked until this transaction ends. */
export async function holdOwners(tx: WorkspaceTx): Promise<string[]> {
  const owners = await tx.query<{ personId: string }>(
    `select person_id as "personId" from membership where role = 'owner' order by person_id for update`,
  );
  return owners.map(({ personId }) => personId);
}
