/** "$0.186", "$14.40", "€1,204.00": cents from one on, three digits that count below, and `more` than that. */
export function formatMoney(value: number, currency: string, more = 0): string {
  const [significant, fraction] = [3 + more, 2 + more];
  const digits =
    Math.abs(value) < 0.995
      ? { minimumSignificantDigits: significant, maximumSignificantDigits: significant }
      : { minimumFractionDigits: fraction, maximumFractionDigits: fraction };
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
