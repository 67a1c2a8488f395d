import { file, files, go, route } from '../state.js';
import { Choice } from './Choice.js';
import { Slider } from './Slider.js';

const CAPS = [16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 4096, 8192];
const OVERLAPS = [0, 8, 16, 24, 32, 50, 64, 80, 100, 128, 160, 200, 256, 400];

/** The options for cutting the file. Every change is applied at once; the index does not change. */
export function CutControls() {
  const { max, overlap, strategy, granularity } = route.value;
  const choices = files.value.value?.choices;
  const cap = Number(max) || choices?.maxTokens || 512;
  // An overlap of more than half a chunk is refused.
  const overlaps = OVERLAPS.filter((tokens) => tokens <= cap / 2);
  const isChanged = `${max}${overlap}${strategy}${granularity}` !== '';
  const change = (changed: Parameters<typeof go>[0]): void => go(changed, true);
  return (
    <section class="controls" aria-label="Chunking">
      <div class="section-head">
        <h2>Chunking</h2>
        <button
          type="button"
          class="quiet small"
          disabled={!isChanged}
          onClick={() => change({ max: '', overlap: '', strategy: '', granularity: '' })}
        >
          as indexed
        </button>
      </div>
      <Slider
        label="Budget"
        unit="tokens"
        steps={CAPS}
        value={cap}
        change={(tokens) => change({ max: `${tokens}`, ...(Number(overlap) > tokens / 2 ? { overlap: '' } : {}) })}
      />
      <Slider
        label="Overlap"
        unit="tokens"
        steps={overlaps}
        value={overlap === '' ? (file.value.value?.overlap ?? 0) : Number(overlap)}
        by={overlap === '' ? 'auto' : ''}
        change={(tokens) => change({ overlap: `${tokens}` })}
      />
      <div class="pair">
        <Choice
          label="Strategy"
          value={strategy || 'auto'}
          of={choices?.strategies ?? ['auto']}
          change={(value) => change({ strategy: value === 'auto' ? '' : value })}
        />
        <Choice
          label="Neighbours"
          value={granularity}
          of={['', 'pack', 'node']}
          names={{ '': 'as indexed', pack: 'share a chunk', node: 'one per unit' }}
          change={(value) => change({ granularity: value })}
        />
      </div>
    </section>
  );
}
