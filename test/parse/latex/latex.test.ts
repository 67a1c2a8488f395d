import { describe, expect, it } from 'vitest';
import { latexTitle } from '../../../src/parse/latex/arguments.js';
import { latex } from '../../../src/parse/latex.js';
import {
  drawDocument,
  expectLinear,
  expectSound,
  expectSoundOnAny,
  nodeOf,
  nodesOf,
  rootOf,
  textOf,
} from '../document/drawDocument.js';

const article = String.raw`% made for a test
\documentclass{article}
\usepackage{minted}

\newcommand{\part}[1]{\section{#1}}
\title{On \emph{frame} saws}
\begin{document}
\maketitle

\begin{abstract}
Short.
\end{abstract}

\section[Blades]{Blades, and
  how they are made}\label{sec:blades}
As follows:
\begin{itemize}
  \item thin
  \item long:
    \begin{enumerate}
      \item a metre
    \end{enumerate}

    or two
\end{itemize}
and so on.

% a note
% to self

\subsection*{Teeth}
\label{sec:teeth}
\begin{minted}[linenos]{python}
teeth = 40 % not a comment

\section{no section}
\end{minted}
\begin{table}
  \begin{tabular}{ll}
    \hline
    wood & hard \\
    \hline
    oak & yes \\
    fir & no \\
  \end{tabular}
  \label{tab:woods}
\end{table}

\paragraph{Pitch} Three to the inch. See \verb|\section{x}| and
\begin{equation}\label{eq:p}
  p = 1/3
\end{equation}

\section{History}
Old.
\end{document}
`;

const tree = (text: string): string => drawDocument(latex, text);

describe('latex', () => {
  it('reads an article', () => {
    expectSound(latex, article);
    expect(rootOf(latex, article).name).toBe('On frame saws');
    expect(`\n${tree(article)}\n`).toBe(`
preamble [1-7]
  paragraph [1-3]
  paragraph [5-6]
paragraph [8]
environment [10-12]
section Blades, and how they are made [14-53] #sec:blades
  paragraph [16]
  list [17-25]
    item [18]
    item [19-24]
      paragraph [19]
      list [20-22]
        item [21]
      paragraph [24]
  paragraph [26]
  comment [28-29]
  section Teeth [31-53] #sec:teeth
    code [33-37] <python>
    environment [38-47] #tab:woods
      table [39-45]
        row [43]
        row [44]
      paragraph [46]
    section Pitch [49-53]
      paragraph [49]
      math [50-52] #eq:p
section History [54-56]
  paragraph [55-56]
`);
  });

  it('ends a heading after its label, or before text', () => {
    const heads = nodesOf(rootOf(latex, article)).flatMap(({ head }) => textOf(article, head) ?? []);
    expect(heads).toEqual([
      '\\section[Blades]{Blades, and\n  how they are made}\\label{sec:blades}\n',
      '\\subsection*{Teeth}\n\\label{sec:teeth}\n',
      '\\paragraph{Pitch} ',
      '\\section{History}\n',
    ]);
  });

  it('has its highest heading at level 1, whichever that is', () => {
    const levels = (text: string) => nodesOf(rootOf(latex, text)).flatMap(({ meta }) => meta?.level ?? []);
    expect(levels('\\section{a}\nx\n\\subsection{b}\ny\n')).toEqual([1, 2]);
    expect(levels('\\part{a}\nx\n\\chapter{b}\ny\n\\section{c}\nz\n')).toEqual([1, 2, 3]);
  });

  it('reads code in its language, with its opening as lead', () => {
    const code = nodeOf(latex, article, 'code');
    expect(textOf(article, code.lead)).toBe('\\begin{minted}[linenos]{python}\n');
    expect(textOf(article, code.inner)).toBe('teeth = 40 % not a comment\n\n\\section{no section}\n');
    const listing = (options: string) => `\\begin{lstlisting}${options}\nx\n\\end{lstlisting}\n`;
    expect(nodeOf(latex, listing('[language=C++, numbers=left]'), 'code').inner?.language).toBe('c++');
    expect(nodeOf(latex, listing('[language={[LaTeX]TeX}]'), 'code').inner?.language).toBe('tex');
    expect(nodeOf(latex, `\\lstset{language=Java}\n${listing('')}`, 'code').inner?.language).toBe('java');
    expect(nodeOf(latex, listing(''), 'code').inner).toBeUndefined();
  });

  it('has the table header as the lead of rows', () => {
    expect(textOf(article, nodeOf(latex, article, 'table').lead)).toMatch(
      /^ {2}\\begin\{tabular\}[\s\S]*hard [\s\S]*\\hline\n$/,
    );
  });

  it.each([
    ['Wood \\emph{and \\textbf{iron}}\\label{x}', 'Wood and iron'],
    ['\\texorpdfstring{$\\alpha$}{alpha}~beams', 'alpha beams'],
    ['R\\&D --- a 100\\% \\\\ break\\footnote{so}', 'R&D — a 100% break'],
    ['C\\_name', 'C_name'],
  ])('has titles in plain text: %s', (said, name) => {
    expect(latexTitle(said).name).toBe(name);
  });

  it.each([
    [
      'a heading in an environment, which is taken apart',
      '\\begin{multicols}{2}\na\n\\section{S}\nb\n\\end{multicols}\n',
      'opening [1]\nparagraph [2]\nsection S [3-5]\n  paragraph [4-5]',
    ],
    ['an environment that never closes', '\\begin{quote}\na\n\nb\n', 'opening [1]\nparagraph [2]\nparagraph [4]'],
    ['an end without a beginning', 'a\n\\end{quote}\n\nb\n', 'paragraph [1-2]\nparagraph [4]'],
    [
      'environments that cross',
      '\\begin{a}\n\\begin{b}\nx\n\\end{a}\n\\end{b}\n',
      'environment [1-4]\n  environment [2-4]\nparagraph [5]',
    ],
    [
      'verbatim that never closes',
      '\\begin{verbatim}\nx\n\\section{S}\ny\n',
      'paragraph [1-2]\nsection S [3-4]\n  paragraph [4]',
    ],
    ['a title that never closes', '\\section{S\n\nx\n', 'paragraph [1]\nparagraph [3]'],
    ['a brace too many', '{ a\n\n\\section{S}\nx\n', 'paragraph [1]\nsection S [3-4]\n  paragraph [4]'],
    ['a heading in a macro', '\\def\\x{\\section{S}}\n', 'paragraph [1]'],
    ['a comment at the end of a line', 'a % \\section{S}\nb\n', 'paragraph [1-2]'],
    ['an escaped percent sign', '5\\% \\section{S}\nx\n', 'paragraph [1]\nsection S [1-2]\n  paragraph [2]'],
    ['items without a list', '\\item a\n', 'paragraph [1]'],
    ['a commented environment', '\\begin{comment}\n\\section{S}\n\\end{comment}\n', 'comment [1-3]'],
    ['a backslash at the end', 'a\\', 'paragraph [1]'],
  ])('knows %s', (_, text, expected) => {
    expectSound(latex, text);
    expect(tree(text)).toBe(expected);
  });

  it('gives long comments a low weight', () => {
    expect(tree('% a comment of some length\n'.repeat(20))).toBe('comment [1-20] ×0.3');
    expect(tree(`\\begin{comment}\n${'a comment\n'.repeat(40)}\\end{comment}\n`)).toBe('comment [1-42] ×0.3');
  });

  it('makes a valid tree of any text', () => {
    expectSoundOnAny(
      latex,
      [
        '\\section{A}\n',
        '\\subsection*{B}',
        '\\paragraph[x]{C} ',
        '\\label{l}',
        'text\n',
        '\n',
        '  ',
        '\\begin{itemize}\n',
        '\\item ',
        '\\end{itemize}\n',
        '\\begin{tabular}{l}\n',
        'a & b \\\\\n',
        '\\hline\n',
        '\\end{tabular}\n',
        '\\begin{quote}',
        '\\end{quote}',
        '\\begin{verbatim}\n',
        '\\end{verbatim}\n',
        '\\begin{minted}{c}\n',
        '\\end{minted}',
        '\\begin{document}\n',
        '\\end{document}\n',
        '% note\n',
        '{',
        '}',
        '[',
        ']',
        '\\',
        '\\verb|',
        '\\title{T}',
      ],
      800,
    );
  });

  it('takes linear time, and deep nesting does not overflow', async () => {
    await expectLinear(latex, [
      '\\',
      '{',
      '}',
      '%',
      '[',
      '\\section{',
      '\\section[',
      '\\begin{a}',
      '\\begin{a}\n',
      '\\end{a}',
    ]);
    await expectLinear(latex, [
      '\\begin{verbatim}',
      '\\item ',
      '\\verb|',
      '\\label{',
      '\\begin{',
      '\n',
      ' ',
      '\\\\',
      '\\begin{tabular}\\\\',
      'a ',
    ]);
    const opened = '\\begin{a}\n'.repeat(50_000);
    expectSound(latex, opened);
    expectSound(latex, `${opened}x\n${'\\end{a}\n'.repeat(50_000)}`);
    expectSound(latex, '\\begin{itemize}\\item '.repeat(20_000));
    expectSound(latex, '{'.repeat(100_000));
  });
});
