import { slug } from 'froe/text';

console.log(slug('What’s new in 2.0?')); // whats-new-in-20
