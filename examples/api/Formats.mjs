import { Formats } from 'froe/parse';

const formats = new Formats();
console.log(formats.detect('Makefile', 'all:\n'), formats.named('py'), formats.detect('x', '#!/bin/sh\n')); // makefile python bash
