import { artifactId } from 'froe';

console.log(artifactId({ content: 'Oak is hard.' })); // art_2282a0a64200
console.log(artifactId({ content: 'Oak is hard.', sourceSystem: 'gmail', sourceId: '17' })); // art_69ecd1adf529
