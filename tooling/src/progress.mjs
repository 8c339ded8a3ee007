const quietMillis = 10_000;
const worthSayingSeconds = 0.95;

/**
 * One line a step, also for steps that run beside each other. On a terminal a line below counts the seconds;
 * elsewhere a step that lasts says so every ten seconds, so that a log shows that something still moves.
 */
export function createProgress({ stream = process.stdout, now = () => Date.now(), env = process.env } = {}) {
  const live = stream.isTTY === true && !env.CI;
  const active = new Set();
  const timer = setInterval(show, live ? 1000 : quietMillis);
  timer.unref();

  /** `quiet`: said only if it took time or failed. */
  async function step(title, work, { quiet = false } = {}) {
    const current = { title, startedAt: now(), note: "" };
    active.add(current);
    if (live) show();
    try {
      const result = await work((text) => {
        current.note = text;
      });
      const seconds = secondsOf(current);
      active.delete(current);
      if (!quiet || seconds >= worthSayingSeconds) finish("ok", title, seconds);
      return result;
    } catch (error) {
      active.delete(current);
      finish("no", title, secondsOf(current));
      throw error;
    }
  }

  function say(text) {
    stream.write(live ? `\r\u001b[K${text}\n` : `${text}\n`);
  }

  function finish(mark, title, seconds) {
    say(`  ${mark}  ${title}${seconds >= worthSayingSeconds ? ` (${formatSeconds(seconds)})` : ""}`);
    if (live) show();
  }

  function show() {
    if (active.size === 0) return;
    const parts = [...active].map((current) => {
      const note = current.note === "" ? "" : `: ${current.note}`;
      return `${current.title}${note} (${secondsOf(current).toFixed(0)} s)`;
    });
    if (live) stream.write(`\r\u001b[K  ..  ${parts.join(" | ").slice(0, (stream.columns ?? 80) - 8)}`);
    else for (const part of parts) stream.write(`  ..  ${part}\n`);
  }

  function secondsOf({ startedAt }) {
    return (now() - startedAt) / 1000;
  }

  return { step, say };
}

export function formatSeconds(seconds) {
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
