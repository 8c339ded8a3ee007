/** A bar, a curve and the white between: what was proved, the day, and the headroom. */
export function BrandMark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" fill="currentColor">
      <rect x="2" y="3" width="20" height="3" rx="1" />
      <path d="M2 21v-2.2c5.2 0 5.6-8.3 10-8.3s4.8 8.3 10 8.3V21z" />
    </svg>
  );
}
