import { union } from 'froe/text';

console.log(union([{ start: 0, end: 4 }], [{ start: 2, end: 9 }])); // [ { start: 0, end: 9 } ]
