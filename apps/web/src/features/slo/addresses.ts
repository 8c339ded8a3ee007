export function slosAddress(service: string): string {
  return `/services/${encodeURIComponent(service)}/slos`;
}

export function sloAddress(service: string, id: string): string {
  return `${slosAddress(service)}/${id}`;
}
