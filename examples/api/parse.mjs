import { parse } from 'froe';

const { root, parser, source } = await parse('def get(url):\n    return url\n', { path: 'client.py' });
const [unit] = root.children;
console.log(parser.id, source.language, unit.kind, unit.name, unit.start, unit.end); // code python function get 0 29
