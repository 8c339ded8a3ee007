/** The upload page with an experiment already chosen. */
export function uploadAddress({ service, experiment }: { service: string; experiment: string }): string {
  const query = new URLSearchParams();
  if (service !== "") query.set("service", service);
  if (experiment !== "") query.set("experiment", experiment);
  return query.size === 0 ? "/upload" : `/upload?${query.toString()}`;
}
