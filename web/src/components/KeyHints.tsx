/** Keys and what they do. */
export function KeyHints({ hints }: { readonly hints: readonly (readonly [key: string, does: string])[] }) {
  return (
    <dl class="hints">
      {hints.map(([key, does]) => (
        <div key={key}>
          <dt>
            {key.split(' ').map((one) => (
              <kbd key={one}>{one}</kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}
