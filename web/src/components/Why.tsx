import { type ResultView, SCORE_DIGITS } from '../../../src/view/api.js';

/**
 * The steps of a score; the values with a sign add up to it.
 *
 *     keywords  #3  ▬▬▬▬     + 0.420   raw 12.30
 *     vectors   #1  ▬▬▬▬▬    + 0.500   raw 0.61
 *     term proximity         + 0.460   × 1.5
 */
export function Why({ result }: { readonly result: ResultView }) {
  return (
    <table>
      <caption class="unseen">Score explanation</caption>
      <tbody>
        {result.steps.map(({ reason, kind, value, change, ranked }) => (
          <tr key={reason}>
            {ranked ? (
              <>
                <th scope="row">{reason}</th>
                <td class="rank">#{ranked.rank}</td>
                <td class="share">
                  {kind === 'add' && (
                    <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                      <rect class="meter-all" width="100" height="6" />
                      <rect class="meter-used" width={Math.max(0, Math.min(1, value)) * 100} height="6" />
                    </svg>
                  )}
                </td>
              </>
            ) : (
              <th scope="row" colSpan={3}>
                {reason}
              </th>
            )}
            <td class="figure">
              {change < 0 ? '−' : '+'} {Math.abs(change).toFixed(SCORE_DIGITS)}
            </td>
            <td class="raw">
              {kind === 'multiply' && `× ${Number(value.toPrecision(3))}`}
              {kind === 'multiply' && ranked && ' · '}
              {ranked && `raw ${ranked.score.toFixed(2)}`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
