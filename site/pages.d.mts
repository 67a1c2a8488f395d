export declare const groups: Readonly<Record<string, readonly string[]>>;
export declare function isPage(path: string): boolean;
export declare function isPicture(path: string): boolean;
export declare function titleOf(path: string): string;
export declare function targetOf(page: string, href: string): string | undefined;
