interface ShownByLink {
  runIds: readonly string[];
  peakDayId: string | null;
  /** The service whose rounds it shows. */
  serviceId: string | null;
  gamedayId: string | null;
}

/** What a share link shows, for its entries in the audit log. */
export function shownByLink({ runIds, peakDayId, serviceId, gamedayId }: ShownByLink) {
  if (peakDayId !== null) return { peakDay: peakDayId };
  if (gamedayId !== null) return { gameday: gamedayId };
  return serviceId === null ? { runs: [...runIds] } : { service: serviceId };
}
