import { Offsets } from 'froe/text';

const text = 'é😀\nz';
const offsets = new Offsets(text, Buffer.byteLength(text));
console.log(offsets.byteAt(3), offsets.charAt(6), offsets.lineAt(4)); // 6 3 2
