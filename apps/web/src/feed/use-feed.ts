import { useEffect, useState } from "react";
import { applyDelta } from "./view-delta.ts";
import type { ViewDelta } from "./view-delta.ts";

/** `late`: nothing new arrives, so what is shown may be old. `over`: the person may no longer see it. */
export type FeedLink = "live" | "late" | "over";

/** The server sends something at least every 5 seconds. */
const SILENT_MILLIS = 25_000;
/** Shorter ones, such as a restart of the server, aren't worth a word. */
const LOST_MILLIS = 5_000;
const LOOK_MILLIS = 2_000;
const FIRST_PAUSE_MILLIS = 1_000;
const LONGEST_PAUSE_MILLIS = 30_000;
/** The session has ended, or what was watched is gone. */
const GONE: ReadonlySet<number> = new Set([401, 404]);

interface Dated {
  now: string;
}

/** A view that follows the server from how the page was rendered. */
export function useFeed<View extends Dated>(
  rendered: View,
  address: string | null,
): { view: View; link: FeedLink } {
  const [heard, setHeard] = useState<Heard<View> | null>(null);
  const [linked, setLinked] = useState<Linked | null>(null);
  useEffect(() => {
    if (address === null) return;
    return followFeed<View>(address, {
      changed: (view) => setHeard({ address, view }),
      linked: (link) =>
        setLinked((before) =>
          before?.address === address && before.link === link ? before : { address, link },
        ),
    });
  }, [address]);
  // What was heard of another address is about something else.
  const known = heard?.address === address ? heard.view : null;
  // After a change of its own, the page is rendered again, and that can be newer.
  const view = known !== null && known.now >= rendered.now ? known : rendered;
  return { view, link: linked?.address === address ? linked.link : "live" };
}

interface Heard<View> {
  address: string;
  view: View;
}

interface Linked {
  address: string;
  link: FeedLink;
}

interface Follower<View> {
  changed: (view: View) => void;
  linked: (link: FeedLink) => void;
}

/** Connects again for as long as it isn't ended: after an error, a silence, or when the computer wakes up. */
function followFeed<View extends object>(address: string, follower: Follower<View>): () => void {
  const connection = new Connection(address, follower);
  const looking = setInterval(connection.look, LOOK_MILLIS);
  // A network that is gone doesn't end a connection by itself, and one that is back needn't be waited for.
  globalThis.addEventListener("offline", connection.again);
  globalThis.addEventListener("online", connection.connect);
  document.addEventListener("visibilitychange", connection.connect);
  connection.connect();
  return () => {
    clearInterval(looking);
    document.removeEventListener("visibilitychange", connection.connect);
    globalThis.removeEventListener("offline", connection.again);
    globalThis.removeEventListener("online", connection.connect);
    connection.end();
  };
}

class Connection<View extends object> {
  readonly #address: string;
  readonly #follower: Follower<View>;
  #source: EventSource | null = null;
  #view: View | null = null;
  #heardAt = Date.now();
  #lostAt: number | null = null;
  #pause = FIRST_PAUSE_MILLIS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isOver = false;

  constructor(address: string, follower: Follower<View>) {
    this.#address = address;
    this.#follower = follower;
  }

  /** A tab that nobody looks at needs none: without HTTP/2, a browser has six connections for all tabs of a site. */
  readonly connect = (): void => {
    if (this.#isOver) return;
    this.#source?.close();
    clearTimeout(this.#timer);
    this.#heardAt = Date.now();
    if (document.visibilityState === "hidden") return;
    const source = new EventSource(this.#address);
    this.#source = source;
    source.addEventListener("full", ({ data }: MessageEvent<string>) => this.#show(JSON.parse(data) as View));
    source.addEventListener("delta", ({ data }: MessageEvent<string>) => {
      // Without what it is a difference to, only the whole helps.
      if (this.#view === null) this.again();
      else this.#show(applyDelta(this.#view, JSON.parse(data) as ViewDelta));
    });
    source.addEventListener("beat", () => this.#hear());
    source.addEventListener("old", () => {
      this.#heardAt = Date.now();
      this.#follower.linked("late");
    });
    source.addEventListener("over", () => this.#over());
    source.addEventListener("error", () => {
      this.#lostAt ??= Date.now();
      // Otherwise the browser connects again and says how far it got.
      if (source.readyState === EventSource.CLOSED) void this.#refused(source);
    });
  };

  readonly again = (): void => {
    this.#source?.close();
    if (this.#isOver) return;
    this.#lostAt ??= Date.now();
    clearTimeout(this.#timer);
    // Not all of them in the same moment.
    this.#timer = setTimeout(this.connect, this.#pause * (0.5 + Math.random()));
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE_MILLIS);
  };

  readonly look = (): void => {
    if (this.#isOver || document.visibilityState === "hidden") return;
    if (this.#lostAt !== null && Date.now() - this.#lostAt > LOST_MILLIS) this.#follower.linked("late");
    if (Date.now() - this.#heardAt <= SILENT_MILLIS) return;
    this.#lostAt ??= this.#heardAt;
    this.connect();
  };

  end(): void {
    this.#isOver = true;
    this.#source?.close();
    clearTimeout(this.#timer);
  }

  /** An event source doesn't say why it was refused. */
  async #refused(source: EventSource): Promise<void> {
    const status = await statusOf(this.#address);
    if (source !== this.#source) return;
    if (status !== null && GONE.has(status)) this.#over();
    else this.again();
  }

  #over(): void {
    this.end();
    this.#follower.linked("over");
  }

  #show(view: View): void {
    this.#hear();
    this.#view = view;
    this.#follower.changed(view);
  }

  #hear(): void {
    this.#heardAt = Date.now();
    this.#lostAt = null;
    this.#pause = FIRST_PAUSE_MILLIS;
    this.#follower.linked("live");
  }
}

/** Null: there is no answer. */
async function statusOf(address: string): Promise<number | null> {
  const enough = new AbortController();
  try {
    return (await fetch(address, { signal: enough.signal, cache: "no-store" })).status;
  } catch {
    return null;
  } finally {
    enough.abort();
  }
}
