import { intersect } from 'froe/text';

console.log(intersect([{ start: 0, end: 4 }], [{ start: 2, end: 9 }])); // [ { start: 2, end: 4 } ]
