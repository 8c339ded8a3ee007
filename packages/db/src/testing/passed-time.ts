import { parseArgs } from "node:util";
import pg from "pg";
import { migrationUrl } from "../env.ts";

const STEPS = [1, 10, 60, 600];
const LATE_MILLIS = 90_000;

/**
 * For journeys, which can't wait for days and can't send what is more than a day old: moves a peak day and all live traffic
 * of its service into the past, as if so many hours had passed, or removes that traffic, as happens when it is older than it
 * is kept for. With a visitor's email, it moves that member's visits and the runs of their workspaces instead.
 */
async function main(): Promise<void> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({ options: { "peak-day": text, visitor: text, hours: text } });
  const { "peak-day": peakDayId = "", visitor, hours } = values;
  const client = new pg.Client(migrationUrl() ?? "");
  await client.connect();
  try {
    if (visitor !== undefined) {
      await moveVisits(client, { visitor, hours: Number(hours) });
      return;
    }
    const { rows } = await client.query<{ service_id: string; workspace_id: string }>(
      "select service_id, workspace_id from service_day where peak_day_id = $1",
      [peakDayId],
    );
    const [day] = rows;
    if (day === undefined) throw new Error("There is no such peak day.");
    await client.query("select set_config('app.workspace', $1, false)", [day.workspace_id]);
    await untilAddedUp(client, day.service_id);
    if (hours === undefined) await removeCells(client, day.service_id);
    else await letPass(client, { peakDayId, serviceId: day.service_id, hours: Number(hours) });
  } finally {
    await client.end();
  }
}

async function moveVisits(
  client: pg.Client,
  { visitor, hours }: { visitor: string; hours: number },
): Promise<void> {
  const { rows } = await client.query<{ workspace_id: string; person_id: string }>(
    `select m.workspace_id, m.person_id from membership m join person p on p.id = m.person_id where p.email = $1`,
    [visitor],
  );
  for (const { workspace_id: workspaceId, person_id: personId } of rows) {
    await client.query("select set_config('app.workspace', $1, false)", [workspaceId]);
    await client.query("set role headroom_app");
    await client.query(
      "update last_visit set seen_at = seen_at - make_interval(hours => $2) where person_id = $1",
      [personId, hours],
    );
    await client.query(
      "update run set published_at = published_at - make_interval(hours => $2) where workspace_id = $1",
      [workspaceId, hours],
    );
    await client.query("reset role");
  }
}

interface Passing {
  peakDayId: string;
  serviceId: string;
  hours: number;
}

async function letPass(client: pg.Client, { peakDayId, serviceId, hours }: Passing): Promise<void> {
  await client.query("begin");
  // Rows belong to other chunks then, so they can't be updated.
  for (const table of cellTables()) {
    await client.query(`create temporary table moved as select * from ${table} where ${OWN}`, [serviceId]);
    await client.query("update moved set at = at - make_interval(hours => $1)", [hours]);
    await client.query(`delete from ${table} where ${OWN}`, [serviceId]);
    await client.query(`insert into ${table} select * from moved`);
    await client.query("drop table moved");
  }
  await client.query("set role headroom_app");
  await client.query(
    `update traffic set first_at = first_at - age, last_at = last_at - age, heard_at = heard_at - age
     from make_interval(hours => $2) age where service_id = $1`,
    [serviceId, hours],
  );
  await client.query(
    `update peak_day set starts_at = starts_at - age, ends_at = ends_at - age, event_at = event_at - age,
       created_at = created_at - age
     from make_interval(hours => $2) age where id = $1`,
    [peakDayId, hours],
  );
  await client.query(
    "update service_day set created_at = created_at - make_interval(hours => $2) where peak_day_id = $1",
    [peakDayId, hours],
  );
  // The sweep that finds a day that is over comes once a minute.
  await client.query(
    `select queue_job('freeze-peak-day', jsonb_build_object('serviceDayId', id), 'freeze-peak-day:' || id, 5)
     from service_day where peak_day_id = $1`,
    [peakDayId],
  );
  await client.query("reset role");
  await client.query("commit");
}

async function removeCells(client: pg.Client, serviceId: string): Promise<void> {
  for (const table of cellTables()) await client.query(`delete from ${table} where ${OWN}`, [serviceId]);
}

const OWN = "series_id in (select id from traffic_series where service_id = $1)";

function cellTables(): string[] {
  return STEPS.flatMap((step) => [`traffic_cell_${step}`, `traffic_gauge_${step}`]);
}

/** Otherwise it would be added up later, from traffic that isn't there any more. */
async function untilAddedUp(client: pg.Client, serviceId: string): Promise<void> {
  const until = Date.now() + LATE_MILLIS;
  await client.query("set role headroom_app");
  while (Date.now() < until) {
    const due = await client.query("select from traffic_due where service_id = $1 limit 1", [serviceId]);
    if (due.rowCount === 0) {
      await client.query("reset role");
      return;
    }
    await client.query("select pg_sleep(0.5)");
  }
  throw new Error("The traffic has not been added up.");
}

await main();
