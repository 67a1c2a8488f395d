import { Slugs } from 'froe/text';

const slugs = new Slugs();
console.log(slugs.take('Oak'), slugs.take('Oak')); // oak oak-1
