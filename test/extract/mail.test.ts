import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { headersEnd, isoDate, plainBody } from '../../src/extract/mail/decodeMail.js';
import { hasMailHeaders } from '../../src/extract/mail/hasMailHeaders.js';
import { mailThreads } from '../../src/extract/mail/readMail.js';
import { splitBody } from '../../src/extract/mail/splitBody.js';
import { splitBox } from '../../src/extract/mail/splitBox.js';
import { mail } from '../../src/extract/mail.js';
import { FAR_FROM_SQUARE, growth } from '../growth.js';
import { bytesOf, drawParts, expectSound, extractFrom } from './extracting.js';

const lines = (...all: string[]): string => all.join('\r\n');

/** The kinds drawn at the margin, a line of them for every segment. */
function segments(body: string): string[] {
  const parts = splitBody(body);
  expect(parts.map(({ start, end }) => body.slice(start, end)).join('')).toBe(body);
  return parts.map(({ kind, start, end }) => `${kind}: ${body.slice(start, end).trim().replaceAll('\n', '⏎')}`);
}

describe('a mail', () => {
  it('is a short header and its decoded body', async () => {
    const taken = await extractFrom(
      mail,
      lines(
        'From: =?utf-8?Q?J=C3=BCrgen?= <j@example.org>',
        'To: Ann <ann@example.org>, bob@example.org',
        'Date: Tue, 2 Jan 2024 10:15:03 +0200 (EET)',
        'Subject: Re: =?utf-8?B?w7xiZXI=?= lunch',
        'Message-ID: <c@x>',
        'In-Reply-To: <b@x>',
        'References: <a@x> <b@x>',
        'Content-Type: text/plain; charset=iso-8859-1',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        'At noon, na=EFve.=',
        ' Yes.',
        '',
        'On Mon, 1 Jan 2024 at 09:00, Bob wrote:',
        '> When?',
        '',
        '-- ',
        'J',
      ),
      'a.eml',
    );
    expectSound(taken);
    expect(drawParts(taken)).toBe(
      [
        'headers "From: Jürgen <j@example.org>\\nTo: Ann <ann@example.org>, bob@example.org\\nDate: 2024-01-02T10:15:03+02:00\\nSubject: Re: über lunch"',
        'text "At noon, naïve. Yes."',
        'quote ×0.3 "On Mon, 1 Jan 2024 at 09:00, Bob wrote:\\n> When?"',
        'signature ×0.3 "-- \\nJ"',
      ].join('\n'),
    );
    expect(taken.metadata).toEqual({
      title: 'Re: über lunch',
      from: 'Jürgen <j@example.org>',
      to: ['Ann <ann@example.org>', 'bob@example.org'],
      date: '2024-01-02T10:15:03+02:00',
      subject: 'Re: über lunch',
      message_id: 'c@x',
      in_reply_to: 'b@x',
      references: ['a@x', 'b@x'],
      thread: 'a@x',
    });
  });

  const parts = (...types: string[]): string =>
    lines(
      'From: a@x',
      'Content-Type: multipart/mixed; boundary=B',
      '',
      ...types.flatMap((type) => ['--B', `Content-Type: ${type}`, '', `<p>${type}</p>`]),
      '--B--',
    );

  it('prefers the plain body, and renders the HTML one otherwise', async () => {
    const both = parts('text/plain', 'text/html').replace('mixed', 'alternative');
    expect((await extractFrom(mail, both, 'a.eml')).text).toBe('From: a@x\n\n<p>text/plain</p>\n');
    const html = lines(
      'From: a@x',
      'Content-Type: text/html',
      '',
      '<p>Yes.</p><ul><li>a<li>b</ul><div class="gmail_quote"><div>On Jan 1, 2024, Bob &lt;b@x&gt; wrote:</div>',
      '<blockquote><p>When?</p><p>Where?</p></blockquote></div>',
    );
    const taken = await extractFrom(mail, html, 'a.eml');
    expectSound(taken);
    expect(drawParts(taken)).toBe(
      [
        'headers "From: a@x"',
        'text "Yes.\\n\\n- a\\n- b"',
        'quote ×0.3 "On Jan 1, 2024, Bob <b@x> wrote:\\n\\n> When?\\n>\\n> Where?"',
      ].join('\n'),
    );
  });

  it('names its attachments and does not read them', async () => {
    const taken = await extractFrom(mail, parts('text/plain', 'image/png; name="cat.png"', 'application/zip'), 'a.eml');
    expect(taken.metadata.attachments).toEqual([{ name: 'cat.png', type: 'image/png' }, { type: 'application/zip' }]);
    expect(taken.text).not.toContain('png');
  });

  it('is read as plain text without headers', async () => {
    for (const file of ['', 'Just some words\n\nand more.', '<?xml version="1.0"?>\n<eml:eml/>', '\n\n'])
      for (const path of ['a.eml', 'a.mbox']) expect(await mail.extract(bytesOf(file), path)).toBeUndefined();
  });

  it('may begin with an mbox separator', async () => {
    const taken = await extractFrom(mail, 'From a Tue Jan  2 10:15:03 2024\nSubject: x\n\nbody\n', 'a.eml');
    expect(drawParts(taken)).toBe('mail <x>\n  headers "Subject: x"\n  text "body"');
  });

  it('that is broken is shown raw', async () => {
    const deep = Array.from({ length: 300 }, (_, i) => [
      `Content-Type: multipart/mixed; boundary=b${i}`,
      '',
      `--b${i}`,
    ]).flat();
    const taken = await extractFrom(mail, lines(...deep, '', 'inside'), 'a.eml');
    expectSound(taken);
    expect(taken.diagnostics.map(({ code }) => code)).toEqual(['broken']);
    expect(taken.text).toContain('inside');
  });
});

describe('a mail that is one plain text', () => {
  const line = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom('> a', '-- ', '', 'naïve', '--B'));
  const type = fc.constantFrom(
    '',
    'Content-Type: text/plain',
    'Content-Type: text/plain; charset="utf-8"',
    'Content-Type: text/html;charset=iso-8859-1',
    'Content-Type: text/plain; format=flowed',
    'Content-Transfer-Encoding: 8bit',
    'Content-Type: multipart/mixed; boundary=B',
  );

  it('is decoded as by the library', async () => {
    await fc.assert(
      fc.asyncProperty(type, fc.array(line), fc.constantFrom('\n', '\r\n'), async (header, body, end) => {
        const bytes = bytesOf(
          ['From: a@x', ...(header ? [header] : []), '', ...body, ''].join(end).replace(/\r(?!\n)/g, ''),
        );
        const { headers, text, html } = await PostalMime.parse(bytes);
        const plain = plainBody(headers, bytes.subarray(headersEnd(bytes)));
        if (/flowed|multipart/.test(header)) expect(plain).toBeUndefined();
        else
          expect((plain?.text ?? plain?.html ?? '').replaceAll('\r', '').trimEnd()).toBe(
            (text ?? html ?? '').trimEnd(),
          );
      }),
    );
  });
});

describe('a file declared as mail', () => {
  it('is a mail even without headers, and keeps its first line', async () => {
    const taken = await mail.extract(
      bytesOf('Ann: see below\n\nOn 1 Jan 2024 Bob <b@x> wrote:\n> Hm\n'),
      'a.txt',
      true,
    );
    expect(taken?.text).toBe('Ann: see below\n\nOn 1 Jan 2024 Bob <b@x> wrote:\n> Hm\n');
    expect(taken?.parts.map(({ kind }) => kind)).toEqual(['text', 'quote']);
    const headed = await mail.extract(bytesOf('From: a@b.c\nSubject: Oak\n\nHi.\n'), 'a.txt', true);
    expect(headed?.metadata).toMatchObject({ title: 'Oak' });
  });

  it.each([
    ['From: a@b.c\nSubject: x\n\nHi', true],
    ['Received: by x\n  with y\nMessage-ID: <1@x>\n\nHi', true],
    ['Date: today\nTo: all\n\nHi', false],
    ['From: here to there\nit is far', false],
    ['# From: a\n', false],
    ['', false],
  ])('is detected by its headers: %j', (text, shows) => {
    expect(hasMailHeaders(text)).toBe(shows);
  });
});

describe('the body of a mail', () => {
  it.each([
    ['Hi.\n\n> old\n> > older\n\nNew.\n', ['text: Hi.', 'quote: > old⏎> > older', 'text: New.']],
    [
      'Yes.\n\nAm 01.01.24 um 09:00 schrieb Bob:\n> Wann?\n',
      ['text: Yes.', 'quote: Am 01.01.24 um 09:00 schrieb Bob:⏎> Wann?'],
    ],
    [
      'Yes.\nOn Mon, Jan 1, 2024 at 9:00 Bob\n<b@x> wrote:\n\n> a\n',
      ['text: Yes.', 'quote: On Mon, Jan 1, 2024 at 9:00 Bob⏎<b@x> wrote:⏎⏎> a'],
    ],
    ['Yes.\nOn Jan 1, 2024 Bob wrote:\nWhen?\n', ['text: Yes.', 'quote: On Jan 1, 2024 Bob wrote:⏎When?']],
    ['Ok\n-----Original Message-----\nFrom: x\n\nold', ['text: Ok', 'quote: -----Original Message-----⏎From: x⏎⏎old']],
    [
      'Ok\n\nFrom: Bob\nSent: Monday\nTo: Ann\nSubject: x\n\nold',
      ['text: Ok', 'quote: From: Bob⏎Sent: Monday⏎To: Ann⏎Subject: x⏎⏎old'],
    ],
    [
      'See:\n---------- Forwarded message ---------\nFrom: x\n\nold',
      ['text: See:', 'forward: ---------- Forwarded message ---------⏎From: x⏎⏎old'],
    ],
    ['Ok.\n\nBest regards,\nAnn\n', ['text: Ok.', 'signature: Best regards,⏎Ann']],
    ['Ok.\n\nSent from my phone', ['text: Ok.', 'signature: Sent from my phone']],
    [
      'Ok.\n______________________\nx mailing list\n',
      ['text: Ok.', 'signature: ______________________⏎x mailing list'],
    ],
  ])('is split: %j', (body, expected) => {
    expect(segments(body)).toEqual(expected);
  });

  it('has the quoted mails of a conversation split, however they are quoted', () => {
    const replies = (body: string): string[] => {
      const [, quote] = splitBody(body);
      const { start, end, replies: starts = [start] } = quote;
      return starts.map((at, i) => body.slice(at, starts[i + 1] ?? end).split('\n', 1)[0]);
    };
    const inner = 'Line\n'.repeat(4);
    const marked = `On Mon, 2 Mar 2026 Bob <b@x> wrote:\n${inner}On Sun, 1 Mar 2026 Ann <a@x> wrote:\n`;
    expect(replies(`Ok\n\n${marked}${inner}`)).toEqual([
      'On Mon, 2 Mar 2026 Bob <b@x> wrote:',
      'On Sun, 1 Mar 2026 Ann <a@x> wrote:',
    ]);
    const deep = `On Mon, 2 Mar 2026 Bob <b@x> wrote:\n> a\n> b\n> On Sun, 1 Mar 2026 Ann <a@x> wrote:\n> > c\n`;
    expect(replies(`Ok\n\n${deep}`)[1]).toBe('> On Sun, 1 Mar 2026 Ann <a@x> wrote:');
    const outlook = (name: string): string =>
      `-----Original Message-----\nFrom: ${name}\nSent: Monday\nTo: Ann\nSubject: x\n\n${inner}`;
    expect(replies(`Ok\n${outlook('Bob')}${outlook('Eve')}`)).toEqual(Array(2).fill('-----Original Message-----'));
    expect(replies(`Ok\n\n> a\n> b\n> c\n> d\n`)).toEqual(['> a']);
  });

  it.each([
    'In his letter he wrote:\nnothing more.\n',
    'On the whole it works.\n\nThanks\n',
    'From: here to there it is far.\nWe know.\n',
    'a -- b\n--flag is needed\n',
    'Cheers to all of us, for this was a long and hard year for everybody who works here.\n',
  ])('stays whole without marks: %j', (body) => {
    expect(segments(body)).toHaveLength(1);
  });

  it.each(['> a\n', '\n', 'a', '-- \n', 'On 1 Jan\n', 'From: a\n', 'Best,\n', `${'_'.repeat(30)}\n`, '-'])(
    'is split in linear time: %j',
    async (unit) => {
      const split = (length: number): unknown => splitBody(unit.repeat(length / unit.length));
      expect(await growth(split, 30_000)).toBeLessThan(FAR_FROM_SQUARE);
    },
  );

  it('is always covered by segments', () => {
    const word = fc.constantFrom(
      '> ',
      '-- \n',
      '\n',
      'On 1 wrote:\n',
      'text ',
      'Best,\n',
      '-----Original Message-----\n',
      'From: a\n',
      'To: b\n',
    );
    fc.assert(fc.property(fc.array(word), (words) => void segments(words.join(''))));
  });
});

describe('a date', () => {
  it.each([
    ['Tue, 2 Jan 2024 10:15:03 +0200', '2024-01-02T10:15:03+02:00'],
    ['2 Jan 24 1:15 GMT', '2024-01-02T01:15:00Z'],
    ['Fri, 31 Dec 1999 23:59:59 -0000', '1999-12-31T23:59:59Z'],
    ['Mon, 1 Jun 98 08:00:00 PDT', '1998-06-01T08:00:00-07:00'],
    ['Mon, 1 Jun 2020 08:00:00', '2020-06-01T08:00:00'],
    ['yesterday', 'yesterday'],
    ['45 Foo 2020 08:00:00', '45 Foo 2020 08:00:00'],
  ])('%s', (written, iso) => expect(isoDate(written)).toBe(iso));
});

describe('a mailbox', () => {
  const message = (id: string, more: string[] = [], body = `body ${id}`): string =>
    lines(`From ${id} Tue Jan  2 10:15:03 2024`, `Subject: s ${id}`, `Message-ID: <${id}>`, ...more, '', body, '', '');

  it('keeps its order, names each mail by its subject, and finds the threads', async () => {
    const box =
      message('a') + message('b', ['In-Reply-To: <a>']) + message('z') + message('c', ['References: <a> <b>']);
    const taken = await extractFrom(mail, box, 'dir/in.mbox');
    expectSound(taken);
    expect(taken.parts.map(({ name, meta }) => [name, meta?.thread])).toEqual([
      ['s a', 'a'],
      ['s b', 'a'],
      ['s z', 'z'],
      ['s c', 'a'],
    ]);
    expect(drawParts(taken).split('\n').slice(0, 3)).toEqual([
      'mail <s a>',
      '  headers "Subject: s a"',
      '  text "body a"',
    ]);
    expect(taken.metadata).toEqual({ mail_count: 4 });
  });

  it('undoes the quoting of lines that begin with From', () => {
    const body = lines('>From a', '>>From b', 'From c', '', 'From day to day', '> From d');
    const [first, ...rest] = splitBox(bytesOf(message('a', [], body)));
    expect(rest).toEqual([]);
    expect(new TextDecoder().decode(first)).toContain(
      lines('From a', '>From b', 'From c', '', 'From day to day', '> From d'),
    );
  });

  it('keeps any text between separators', async () => {
    const taken = await extractFrom(mail, `${message('a')}From b 10:15\nno headers here\n\nbut text\n`, 'in.mbox');
    expectSound(taken);
    expect(taken.text).toContain('no headers here\n\nbut text');
    expect(taken.diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['broken', 'contains 1 of 2 mails that could not be decoded'],
    ]);
  });

  it('without a separator is one mail', () => {
    expect([...splitBox(bytesOf('Subject: x\n\nbody\n'))]).toHaveLength(1);
    expect([...splitBox(bytesOf(''))]).toEqual([]);
  });

  it('puts mails into threads for any references', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const metadata = fc.record({ message_id: id, in_reply_to: id, references: fc.array(id) }, { requiredKeys: [] });
    fc.assert(
      fc.property(fc.array(metadata.map((given) => ({ metadata: given }))), (mails) => {
        const threads = mailThreads(mails);
        for (const [i, { metadata: own }] of mails.entries()) {
          const known = own.message_id ?? own.in_reply_to ?? own.references?.at(-1);
          expect(threads[i] === undefined).toBe(known === undefined);
          // Two mails with the same id are in the same thread.
          const twin = mails.findIndex((other) => other.metadata.message_id === own.message_id);
          if (own.message_id !== undefined) expect(threads[twin]).toBe(threads[i]);
        }
      }),
    );
  });

  it('takes time proportional to its size', async () => {
    const read = async (count: number): Promise<void> => {
      const mails = Array.from({ length: count }, (_, i) => message(`m${i}`, [`In-Reply-To: <m${i - 1}>`]));
      const taken = await extractFrom(mail, mails.join(''), 'in.mbox');
      expect(taken.parts[count - 1].meta?.thread).toBe('m-1');
    };
    expect(await growth(read, 250)).toBeLessThan(FAR_FROM_SQUARE);
  });
});
