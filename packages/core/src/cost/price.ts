import { HOUR_SECONDS } from "../time.ts";
/** What everything that was running for a run costs, for each second or hour. */
export interface Price {
  amount: number;
  /** A code such as USD. Two currencies are never compared. */
  currency: string;
  per: "s" | "h";
  /** The way prices are stored and sent: "0.004 USD/s". */
  text: string;
}

const PRICE = /^(\d{1,10})(?:\.(\d{1,9}))? ?([a-z]{3}) ?\/ ?([sh])$/i;
const MAX_AMOUNT = 1e9;

/** The format of a price, for error messages. */
export const PRICE_SYNTAX =
  "expected an amount above 0, a currency code, and s or h, such as 0.004 USD/s or 14.40 USD/h";

/** Null: it isn't a price. Nothing that costs 0 has one. */
export function parsePrice(text: string): Price | null {
  const [, whole = "", fraction = "", code = "", unit = ""] = PRICE.exec(text.trim()) ?? [];
  const digits = fraction.replace(/0+$/, "");
  const written = `${whole.replace(/^0+(?=\d)/, "")}${digits === "" ? "" : `.${digits}`}`;
  const amount = Number(written);
  if (!(amount > 0) || amount > MAX_AMOUNT) return null;
  const currency = code.toUpperCase();
  const per = unit.toLowerCase() === "h" ? "h" : "s";
  return { amount, currency, per, text: `${written} ${currency}/${per}` };
}

export function pricePerSecond({ amount, per }: Price): number {
  return per === "h" ? amount / HOUR_SECONDS : amount;
}
