export function slosAddress(service: string): string {
  return `/services/${encodeURIComponent(service)}/slos`;
}

export function newSloAddress(service: string): string {
  return `${slosAddress(service)}/new`;
}

/** Where it is followed as its traffic arrives. */
export function sloFeed(id: string): string {
  return `/api/feed/slos/${encodeURIComponent(id)}`;
}

export function sloAddress(service: string, id: string): string {
  return `${slosAddress(service)}/${id}`;
}

/** What its webhook was sent. */
export function deliveriesOf(id: string): string {
  return `/settings/notifications?slo=${encodeURIComponent(id)}`;
}
