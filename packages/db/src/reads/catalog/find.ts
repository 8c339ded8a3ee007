import type { RunOutcome } from "@headroom/core";
import type { WorkspaceTx } from "../../workspace-tx.ts";
import { setAsideOf } from "../counts.ts";
import type { SetAside } from "../counts.ts";
import { LISTED } from "./catalog-filter.ts";

export interface FindInput {
  /** All words have to match; if empty, what ran last. */
  text: string;
  /** Null: any service. */
  serviceId: string | null;
  limit: number;
}

export interface FoundExperiment {
  id: string;
  name: string;
  groupName: string | null;
  serviceName: string;
  /** Of its latest run; null: there is none, or it is being judged. */
  outcome: RunOutcome | null;
  /** Some labels were left out when that was uploaded. */
  someLabels: boolean;
}

export interface FoundRun {
  id: string;
  number: number;
  experimentName: string;
  serviceName: string;
  outcome: RunOutcome | null;
  /** Some labels were left out when it was uploaded. */
  someLabels: boolean;
  commit: string | null;
  environment: string | null;
  startedAt: Date | null;
  setAside: SetAside | null;
}

interface FoundService {
  slug: string;
  name: string;
}

interface FoundPeakDay {
  id: string;
  name: string;
  serviceName: string;
  startsAt: Date;
  timeZone: string;
}

interface FoundSlo {
  id: string;
  name: string;
  serviceName: string;
  serviceSlug: string;
}

interface FoundGameday {
  id: string;
  name: string;
  serviceName: string;
  startsAt: Date;
  timeZone: string;
}

/** One that nobody has closed yet. */
interface FoundFinding {
  id: string;
  title: string;
  severity: string;
  owner: string | null;
  gamedayId: string;
  gamedayName: string;
}

export interface Found {
  experiments: FoundExperiment[];
  runs: FoundRun[];
  /** These only if something is searched for. */
  services: FoundService[];
  peakDays: FoundPeakDay[];
  slos: FoundSlo[];
  gamedays: FoundGameday[];
  findings: FoundFinding[];
}

const LATEST_RUN = `(select max(r.ran_at) from run r
  where r.experiment_id = e.id and r.published_at is not null)`;

/** How people ask for experiments by what came out last. */
const OUTCOME_WORDS = `case e.latest_outcome
  when 'regressed' then 'regressed slower worse'
  when 'misses' then 'misses missed worse'
  else e.latest_outcome end`;

/** Finds things by what people call them: names, a run's number, the beginning of its commit. */
export async function findByWords(tx: WorkspaceTx, { text, serviceId, limit }: FindInput): Promise<Found> {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8);
  const experiments = await tx.query<FoundExperiment>(
    `select e.id, e.name, e.group_name as "groupName", s.name as "serviceName",
       e.latest_outcome as outcome,
       exists (select from run r where r.id = e.latest_run_id and r.label_filter is not null) as "someLabels"
     from experiment e join service s on s.id = e.service_id
     where ${LISTED} and ($2::uuid is null or e.service_id = $2) and not exists (
       select from unnest($1::text[]) word
       where position(word in lower(concat_ws(' ', e.name, e.group_name, s.name, ${OUTCOME_WORDS}))) = 0)
     order by ${LATEST_RUN} desc nulls last, e.name, e.id
     limit $3`,
    [words, serviceId, limit],
  );
  const runs = await tx.query<FoundRun>(
    `select r.id, r.number, e.name as "experimentName", s.name as "serviceName", r.outcome,
       r.label_filter is not null as "someLabels", r.commit_sha as commit, r.environment, r.started_at as "startedAt", ${setAsideOf("r")} as "setAside"
     from run r join experiment e on e.id = r.experiment_id join service s on s.id = r.service_id
     where r.published_at is not null and ($2::uuid is null or r.service_id = $2) and not exists (
       select from unnest($1::text[]) word
       where position(word in lower(concat_ws(' ', e.name, s.name, 'run ' || r.number, r.environment, r.branch))) = 0
         and not starts_with(lower(coalesce(r.commit_sha, '')), word)
         and r.id::text <> word)
     order by r.ran_at desc, r.published_at desc, r.number desc, r.id
     limit $3`,
    [words, serviceId, limit],
  );
  if (words.length === 0)
    return { experiments, runs, services: [], peakDays: [], slos: [], gamedays: [], findings: [] };
  const typed = { words, serviceId, limit };
  return { experiments, runs, ...(await findAround(tx, typed)), ...(await findGamedays(tx, typed)) };
}

type TypedInput = Omit<FindInput, "text"> & { words: readonly string[] };

/** Services, and what belongs to one. */
async function findAround(
  tx: WorkspaceTx,
  { words, serviceId, limit }: TypedInput,
): Promise<Pick<Found, "services" | "peakDays" | "slos">> {
  const all = (text: string) => `not exists (
    select from unnest($1::text[]) word where position(word in lower(concat_ws(' ', ${text}))) = 0)`;
  const services = await tx.query<FoundService>(
    `select s.slug, s.name from service s
     where not s.provisional and ($2::uuid is null or s.id = $2) and ${all("'service', s.name, s.slug")}
     order by lower(s.name), s.id limit $3`,
    [words, serviceId, limit],
  );
  const peakDays = await tx.query<FoundPeakDay>(
    `select d.peak_day_id as id, d.name, s.name as "serviceName", d.starts_at as "startsAt", d.time_zone as "timeZone"
     from service_day_read d join service s on s.id = d.service_id
     where ($2::uuid is null or d.service_id = $2)
       and ${all("'peak day readiness of', d.name, d.event_name, s.name")}
     order by d.starts_at desc, d.id limit $3`,
    [words, serviceId, limit],
  );
  const slos = await tx.query<FoundSlo>(
    `select o.id, o.name, s.name as "serviceName", s.slug as "serviceSlug"
     from slo o join service s on s.id = o.service_id
     where ($2::uuid is null or o.service_id = $2) and ${all("'slo', o.name, o.label, s.name")}
     order by lower(o.name), o.id limit $3`,
    [words, serviceId, limit],
  );
  return { services, peakDays, slos };
}

async function findGamedays(
  tx: WorkspaceTx,
  { words, serviceId, limit }: TypedInput,
): Promise<Pick<Found, "gamedays" | "findings">> {
  const gamedays = await tx.query<FoundGameday>(
    `select g.id, g.name, s.name as "serviceName", g.starts_at as "startsAt", g.time_zone as "timeZone"
     from gameday g join service s on s.id = g.service_id
     where ($2::uuid is null or g.service_id = $2) and not exists (
       select from unnest($1::text[]) word
       where position(word in lower(concat_ws(' ', 'gameday', g.name, s.name))) = 0)
     order by g.starts_at desc, g.id
     limit $3`,
    [words, serviceId, limit],
  );
  const findings = await tx.query<FoundFinding>(
    `select a.id, a.title, a.severity, a.owner, g.id as "gamedayId", g.name as "gamedayName"
     from readiness_action a join gameday g on g.id = a.gameday_id join service s on s.id = g.service_id
     where a.closed_at is null and ($2::uuid is null or g.service_id = $2) and not exists (
       select from unnest($1::text[]) word
       where position(word in lower(concat_ws(' ', 'finding', a.title, a.owner, g.name, s.name))) = 0)
     order by array_position(array['high', 'medium', 'low'], a.severity), a.created_at desc, a.id
     limit $3`,
    [words, serviceId, limit],
  );
  return { gamedays, findings };
}
