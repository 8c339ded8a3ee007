/** "$0.186", "$14.40", "€1,204.00": cents from one on, three digits that count below. */
export function formatMoney(value: number, currency: string): string {
  const digits =
    Math.abs(value) < 0.995
      ? { minimumSignificantDigits: 3, maximumSignificantDigits: 3 }
      : { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return new Intl.NumberFormat("en-US", { style: "currency", currency, ...digits }).format(value);
}

/** "$0.004/s", "$14.40/h": with every digit that was given. */
export function formatPrice({
  amount,
  currency,
  per,
}: {
  amount: number;
  currency: string;
  per: string;
}): string {
  const digits = { minimumFractionDigits: amount < 1 ? 0 : 2, maximumFractionDigits: 9 };
  return `${new Intl.NumberFormat("en-US", { style: "currency", currency, ...digits }).format(amount)}/${per}`;
}
