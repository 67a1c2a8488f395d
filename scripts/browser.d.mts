import type { Browser } from 'playwright-core';

export declare const browserFile: string | undefined;
export declare function launch(): Promise<Browser>;
