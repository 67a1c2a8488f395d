/**
 * Run before each file of tests. Files share a process and its modules, so what
 * a module that they share leaves behind cannot be taken away by the module: it
 * is loaded once, for the first of them.
 */
import { afterAll } from 'vitest';
import { sweep } from './folder.js';

afterAll(sweep);
