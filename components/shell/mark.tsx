/** The logo: a sight glass, the vertical gauge in a tank's wall, partly filled. */
export function Mark({ size = 18 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 18 18" aria-hidden="true">
      <rect
        x="5.5"
        y="1.5"
        width="7"
        height="15"
        rx="3.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
      />
      <path d="M7.25 8.5h3.5v4.25a1.75 1.75 0 0 1-3.5 0z" fill="var(--kind-tool)" />
      <path d="M2.5 5h2M2.5 9h2M2.5 13h2" stroke="currentColor" strokeWidth="1.25" />
    </svg>
  );
}
