import { insidePair } from 'froe/text';

console.log(insidePair('a😀', 1), insidePair('a😀', 2)); // false true
