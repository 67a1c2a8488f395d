/** Light or dark: the setting of the system, until the user chooses. */
import { effect, signal } from '@preact/signals';

const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const KEY = 'froe-theme';
const stored = localStorage.getItem(KEY);

export const theme = signal<Theme>(themes.find((known) => known === stored) ?? 'system');

export function nextTheme(): void {
  theme.value = themes[(themes.indexOf(theme.peek()) + 1) % themes.length];
}

effect(() => {
  const { dataset } = document.documentElement;
  if (theme.value === 'system') {
    delete dataset.theme;
    localStorage.removeItem(KEY);
  } else {
    dataset.theme = theme.value;
    localStorage.setItem(KEY, theme.value);
  }
});
