interface Listed {
  id: string;
}

/** Every address of the API that reads something of the workspace, for everything that it has. */
export async function addressesOf(get: (path: string) => Promise<unknown>): Promise<string[]> {
  const experiments = listOf<Listed & { service: { slug: string }; slug: string; name: string }>(
    await get("/v1/experiments?limit=200"),
  );
  const services = [...new Set(experiments.map(({ service }) => service.slug))];
  const paths = ["/v1/experiments?limit=200", "/v1/peak-days", "/v1/gamedays", "/v1/workspace/settings"];
  for (const { id, name, service } of experiments) {
    const runs = `/v1/runs?service=${service.slug}&experiment=${encodeURIComponent(name)}`;
    paths.push(runs, `/v1/experiments/${id}/trend`, `/v1/experiments/${id}/capacity`);
    const ids = listOf<Listed>(await get(runs)).map((run) => run.id);
    paths.push(...ids.flatMap(ofRun));
    const [newest, before] = ids;
    if (before !== undefined) paths.push(`/v1/comparisons?runs=${before},${newest}`);
  }
  for (const slug of services) {
    const own = ["traffic", "mapping", "events", "headroom"].map((rest) => `/v1/services/${slug}/${rest}`);
    paths.push(...own, `/v1/accepted-risks?service=${slug}`, `/v1/slos?service=${slug}`);
    const slos = listOf<Listed>(await get(`/v1/slos?service=${slug}`));
    paths.push(
      ...slos.flatMap(({ id }) =>
        ["", "/openslo", "/alert", "/report"].map((rest) => `/v1/slos/${id}${rest}`),
      ),
    );
  }
  const days = listOf<Listed>(await get("/v1/peak-days"));
  paths.push(...days.flatMap(({ id }) => [`/v1/peak-days/${id}`, `/v1/peak-days/${id}/readiness`]));
  const gamedays = listOf<Listed>(await get("/v1/gamedays"));
  paths.push(...gamedays.map(({ id }) => `/v1/gamedays/${id}`));
  return paths;
}

const OF_RUN = ["", "/verdict", "/labels", "/failures", "/likeness", "/gauges", "/events", "/capacity"];

function ofRun(id: string): string[] {
  const at = `/v1/runs/${id}`;
  return [...OF_RUN.map((rest) => at + rest), `${at}/window?from=0&to=60`, `${at}/cells.parquet`];
}

/** Each list of the API is the only array of its answer. */
export function listOf<Item>(answer: unknown): Item[] {
  if (Array.isArray(answer)) return answer as Item[];
  if (typeof answer !== "object" || answer === null) return [];
  return (Object.values(answer).find(Array.isArray) ?? []) as Item[];
}
