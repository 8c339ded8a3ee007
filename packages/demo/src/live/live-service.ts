/** Its own: `npm run simulate` sends its scenarios to other services. */
export const LIVE_SERVICE = "Green Saturday gateway (simulated)";
