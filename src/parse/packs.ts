/** The packs. A file belongs to the first that claims it. */
import type { Pack } from './pack.js';
import { components } from './packs/components.js';
import { django } from './packs/django.js';
import { routes } from './packs/routes.js';
import { rails } from './rails.js';

export const packs: readonly Pack[] = [rails, django, routes, components];

export const packNamed = (name: string): Pack | undefined => packs.find((pack) => pack.name === name);
