import { useId } from 'preact/hooks';

export interface SliderProps {
  readonly label: string;
  readonly unit: string;
  /** Ascending. Sizes grow by factors, so the steps do, too. */
  readonly steps: readonly number[];
  readonly value: number;
  /** The origin of a value that the user did not choose. */
  readonly by?: string;
  readonly change: (value: number) => void;
}

export function Slider({ label, unit, steps, value, by = '', change }: SliderProps) {
  const id = useId();
  const nearest = steps.findLastIndex((step) => step <= value);
  const shown = value.toLocaleString('en');
  return (
    <div class="slider">
      <label for={id}>{label}</label>
      <output for={id}>
        {shown}{' '}
        <span class="faint">
          {unit}
          {by && `, ${by}`}
        </span>
      </output>
      <input
        id={id}
        type="range"
        min={0}
        max={steps.length - 1}
        step={1}
        value={Math.max(0, nearest)}
        aria-valuetext={`${shown} ${unit}`}
        onInput={(event) => change(steps[event.currentTarget.valueAsNumber])}
      />
    </div>
  );
}
