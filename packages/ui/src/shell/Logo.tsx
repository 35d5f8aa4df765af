/** The Quarterdeck mark, 20 px. Decorative: the name stands next to it. */
export function Logo({ size = 20 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden>
      <circle cx="10" cy="10" r="8.25" fill="none" stroke="currentColor" strokeWidth="1.75" />
      <path d="M10 10V4.6a5.4 5.4 0 0 1 5.4 5.4z" fill="var(--accent)" />
      <path d="M4.6 10h5.4v5.4" fill="none" stroke="currentColor" strokeWidth="1.75" />
    </svg>
  );
}
