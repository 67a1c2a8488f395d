export interface MeterProps {
  readonly value: number;
  readonly most: number;
  readonly unit: string;
}

/** How much of something is used, as a bar and in words. */
export function Meter({ value, most, unit }: MeterProps) {
  return (
    <div class="meter">
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect class="meter-all" width="100" height="4" rx="1" />
        <rect class="meter-used" width={Math.min(100, (value / most) * 100)} height="4" rx="1" />
      </svg>
      <span>
        <strong>{value.toLocaleString('en')}</strong>{' '}
        <span class="faint">
          of {most.toLocaleString('en')} {unit}
        </span>
      </span>
    </div>
  );
}
