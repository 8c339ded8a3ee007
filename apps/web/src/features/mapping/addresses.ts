export function mappingAddress(service: string): string {
  return `/services/${encodeURIComponent(service)}/mapping`;
}

export function sourceAddress(service: string, id: string): string {
  return `${mappingAddress(service)}/sources/${encodeURIComponent(id)}`;
}

/** `metric`: what to begin with. */
export function newSourceAddress(service: string, metric?: { name: string; field: string | null }): string {
  const address = `${mappingAddress(service)}/sources/new`;
  if (metric === undefined) return address;
  const query = new URLSearchParams({ metric: metric.name });
  if (metric.field !== null) query.set("field", metric.field);
  return `${address}?${query.toString()}`;
}
