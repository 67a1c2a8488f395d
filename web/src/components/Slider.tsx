import { useId } from 'preact/hooks';

export interface SliderProps {
  readonly label: string;
  readonly unit: string;
  /** In order. Sizes grow by factors, so the steps do, too. */
  readonly steps: readonly number[];
  readonly value: number | undefined;
  /** What is said when there is no value. */
  readonly otherwise?: string;
  readonly change: (value: number) => void;
}

export function Slider({ label, unit, steps, value, otherwise = '', change }: SliderProps) {
  const id = useId();
  const nearest = value === undefined ? 0 : steps.findLastIndex((step) => step <= value);
  const said = value === undefined ? otherwise : value.toLocaleString('en');
  return (
    <div class="slider">
      <label for={id}>{label}</label>
      <output for={id}>
        {said} <span class="faint">{value === undefined ? '' : unit}</span>
      </output>
      <input
        id={id}
        type="range"
        min={0}
        max={steps.length - 1}
        step={1}
        value={Math.max(0, nearest)}
        aria-valuetext={value === undefined ? said : `${said} ${unit}`}
        onInput={(event) => change(steps[event.currentTarget.valueAsNumber])}
      />
    </div>
  );
}
