/** A parser as somebody else would write it: calendars, an event at a time. */
import type { CustomParser } from '../../src/parse/index.js';
import type { Node } from '../../src/types.js';

export const ics: CustomParser = {
  id: 'ics',
  extensions: ['.ics'],
  parse: ({ text }) => {
    const events = [...text.matchAll(/BEGIN:VEVENT\r?\n[\s\S]*?END:VEVENT\r?\n?/g)].map(
      ({ 0: event, index }): Node => ({
        kind: 'event',
        name: /^SUMMARY:(.*?)\r?$/m.exec(event)?.[1] ?? 'event',
        start: index,
        end: index + event.length,
        children: [],
        grain: 'lines',
      }),
    );
    return { kind: 'calendar', start: 0, end: text.length, children: events, grain: 'lines' };
  },
};

export const calendar = (...summaries: readonly string[]): string =>
  `BEGIN:VCALENDAR\n${summaries.map((one) => `BEGIN:VEVENT\nSUMMARY:${one}\nDTSTART:20260501\nEND:VEVENT\n`).join('')}END:VCALENDAR\n`;
