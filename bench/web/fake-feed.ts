/**
 * Replaces the feed in a page: its events come from `window.feed(kind, data)`, and the clock from `window.pass(millis)`.
 * A new connection begins with the last whole view. Everything behind the connection is the page's own.
 */
export const FAKE_FEED = `{
  const real = Date.now.bind(Date);
  let ahead = 0;
  Date.now = () => real() + ahead;
  window.pass = (millis) => { ahead += millis; };
  const sources = new Set();
  window.EventSource = class extends EventTarget {
    static CLOSED = 2;
    readyState = 1;
    constructor() { super(); sources.add(this); }
    close() { this.readyState = 2; sources.delete(this); }
  };
  let whole = null;
  const begun = new WeakSet();
  window.feed = async (kind, data) => {
    if (kind === "full") whole = data;
    for (const source of sources) {
      if (!begun.has(source)) source.dispatchEvent(new MessageEvent("full", { data: whole }));
      begun.add(source);
      source.dispatchEvent(new MessageEvent(kind, { data }));
    }
    await new Promise((resolve) => setTimeout(resolve));
  };
}`;
