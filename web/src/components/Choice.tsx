import { useId } from 'preact/hooks';

export interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly of: readonly string[];
  /** Labels of values that are not their own label. */
  readonly names?: Readonly<Record<string, string>>;
  readonly change: (value: string) => void;
}

export function Choice({ label, value, of, names = {}, change }: ChoiceProps) {
  const id = useId();
  return (
    <div class="choice">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => change(event.currentTarget.value)}>
        {of.map((one) => (
          <option key={one} value={one}>
            {names[one] ?? one}
          </option>
        ))}
      </select>
    </div>
  );
}
