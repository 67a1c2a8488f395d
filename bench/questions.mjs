/** Questions for timing: a few words that stand together somewhere in the corpus, the same in every run. */

export function questionsFrom({ code, prose }, count) {
  const texts = [...code, ...prose].map(({ text }) => text);
  const questions = [];
  for (let state = 1; questions.length < count; ) {
    state = (state * 48271) % 2147483647;
    const text = texts[state % texts.length];
    const words = text.slice((state * 7) % Math.max(1, text.length - 400)).match(/[A-Za-z]{4,}/g) ?? [];
    if (words.length >= 4) questions.push(words.slice(0, 2 + (state % 4)).join(' '));
  }
  return questions;
}

export function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}
