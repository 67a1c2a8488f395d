import type { ResultView } from '../../../src/view/api.js';

/**
 * Where a score comes from: the sum of what each ranking gave, times every factor.
 *
 *     words    #3  ▬▬▬▬          0.42
 *     vectors  #1  ▬▬▬▬▬         0.50
 *     factor  ×1.5 has the name           (0.42 + 0.50) × 1.5
 */
export function Why({ result }: { readonly result: ResultView }) {
  const { parts, factors } = result;
  return (
    <table class="why">
      <caption class="unseen">Where the score comes from</caption>
      <tbody>
        {parts.map(({ name, rank, share, score }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td class="rank">#{rank}</td>
            <td class="share">
              <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                <rect class="meter-all" width="100" height="6" />
                <rect class="meter-used" width={Math.max(0, Math.min(1, share)) * 100} height="6" />
              </svg>
            </td>
            <td class="figure">{share.toFixed(3)}</td>
            <td class="raw">raw {score.toFixed(2)}</td>
          </tr>
        ))}
        {factors.map(({ reason, factor }) => (
          <tr key={reason}>
            <th scope="row">factor</th>
            <td class="rank">×{Number(factor.toFixed(3))}</td>
            <td colSpan={3}>{reason}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
