const RELOAD_SECONDS = 5;

/** Shown for every address while the database doesn't respond. It uses nothing that needs the database. */
export function awayPage(nonce: string): Response {
  return new Response(html(nonce), {
    status: 503,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; frame-ancestors 'none'`,
      "retry-after": String(RELOAD_SECONDS),
      "cache-control": "no-store",
    },
  });
}

const html = (nonce: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${RELOAD_SECONDS}">
<title>Headroom is unavailable</title>
<style nonce="${nonce}">
body { margin: 0; font: 15px/23px system-ui, sans-serif; }
main { max-width: 520px; min-height: 100dvh; margin: auto; padding: 0 16px; display: flex; flex-direction: column; justify-content: center; }
h1 { margin: 0 0 8px; font-size: 26px; line-height: 32px; font-weight: 600; letter-spacing: -0.015em; }
p { margin: 0; opacity: 0.75; }
</style>
</head>
<body>
<main>
<h1>Headroom can't reach its database.</h1>
<p>This page reloads automatically. If the database doesn't come back, check the server's logs.</p>
</main>
</body>
</html>
`;
