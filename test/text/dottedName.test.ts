import { describe, expect, it } from 'vitest';
import { dottedName } from '../../src/text/dottedName.js';

describe('a name with dots', () => {
  it.each([
    ['Client', 'Client'],
    ['Client#get', 'Client.get'],
    ['Client::get', 'Client.get'],
    ['Client->get', 'Client.get'],
    ['Client.get()', 'Client.get'],
    ['::Acme::Client#get()', 'Acme.Client.get'],
    ['\\App\\Http\\Client', 'App.Http.Client'],
    ['Pointer.operator->', 'Pointer.operator.'],
    ['a - b > c', 'a - b > c'],
  ])('%s is %s', (name, dotted) => expect(dottedName(name)).toBe(dotted));
});
