import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { preload } from "react-dom";
import inter from "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2";
import { ToastProvider } from "@headroom/ui";
import "@headroom/ui/styles.css";
import { SessionOverProvider } from "../features/account/session-over-provider.tsx";
import { RememberZone } from "../features/shell/remember-zone.tsx";
import { readViewer } from "../features/shell/viewer.ts";

export const metadata: Metadata = {
  title: "Headroom",
  description: "Will we hold up on the peak day?",
  robots: { index: false },
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#15191c" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  const { theme, timeZone } = await readViewer();
  // Otherwise a browser asks for it only once it has laid out the page, and paints every text twice.
  preload(inter, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  return (
    <html lang="en" data-theme={theme === "system" ? undefined : theme}>
      <body className="painted-whole">
        <RememberZone known={timeZone} />
        <ToastProvider>
          <SessionOverProvider>{children}</SessionOverProvider>
        </ToastProvider>
        <span className="painted-whole-end" hidden />
      </body>
    </html>
  );
}
