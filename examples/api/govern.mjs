import { govern, models } from 'froe';

console.log(govern([models['text-embedding-3-small'], { window: 512 }])); // 460
