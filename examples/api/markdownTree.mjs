import { markdownTree } from 'froe/parse';

const tree = markdownTree('# Wood\n\n## Oak\n\nHard.\n', 'wood.md');
console.log(tree.entries.map(({ id }) => id)); // [ 'main:wood.md', 'main:wood.md#wood', 'main:wood.md#oak' ]
