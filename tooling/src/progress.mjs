const quietMillis = 10_000;

/**
 * One line a step. On a terminal the line counts its seconds; elsewhere a step that lasts says so every ten
 * seconds, so that a log shows that something still moves.
 */
export function createProgress({ stream = process.stdout, now = () => Date.now() } = {}) {
  const live = Boolean(stream.isTTY) && !process.env.CI;

  async function step(title, work) {
    const startedAt = now();
    let note = "";
    const seconds = () => (now() - startedAt) / 1000;
    const show = () => {
      const line = `  ..  ${title}${note ? `: ${note}` : ""} (${seconds().toFixed(0)} s)`;
      stream.write(live ? `\r\u001b[K${line}` : `${line}\n`);
    };
    const timer = setInterval(show, live ? 1000 : quietMillis);
    if (live) show();
    try {
      const result = await work((text) => {
        note = text;
      });
      finish("ok", title);
      return result;
    } catch (error) {
      finish("no", title);
      throw error;
    } finally {
      clearInterval(timer);
    }

    function finish(mark, text) {
      const line = `  ${mark}  ${text}${seconds() >= 0.95 ? ` (${formatSeconds(seconds())})` : ""}\n`;
      stream.write(live ? `\r\u001b[K${line}` : line);
    }
  }

  return { step, say: (text) => stream.write(`${text}\n`) };
}

export function formatSeconds(seconds) {
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
}
