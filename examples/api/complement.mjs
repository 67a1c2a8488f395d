import { complement } from 'froe/text';

console.log(complement({ start: 0, end: 9 }, [{ start: 2, end: 4 }])); // [ { start: 0, end: 2 }, { start: 4, end: 9 } ]
