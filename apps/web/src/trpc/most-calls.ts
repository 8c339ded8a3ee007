/** How many calls one request may have. Pages send what is more in further requests. */
export const MOST_CALLS = 25;
