"use client";

interface GlobalErrorProps {
  reset: () => void;
}

/** Replaces the whole document, so it uses nothing that may have failed. */
export default function GlobalError({ reset }: GlobalErrorProps) {
  return (
    <html lang="en">
      <head>
        <title>Headroom</title>
      </head>
      <body>
        <main className="mx-auto flex min-h-dvh max-w-[520px] flex-col justify-center gap-3 px-4 py-12">
          <h1 className="text-26 font-semibold">Couldn't load this page.</h1>
          <p>Nothing was lost. Try again in a moment.</p>
          <p>
            <button type="button" onClick={reset} className="underline">
              Try again
            </button>
          </p>
        </main>
      </body>
    </html>
  );
}
