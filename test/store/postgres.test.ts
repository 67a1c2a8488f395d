import { storeContract } from '../contract/store.js';
import { postgresStore, server } from '../postgres/stores.js';

storeContract(server ? 'postgres' : 'postgres in the process (PGlite)', (options) => postgresStore(undefined, options));
