import { covers } from 'froe/text';

console.log(covers([{ start: 0, end: 9 }], { start: 2, end: 4 })); // true
