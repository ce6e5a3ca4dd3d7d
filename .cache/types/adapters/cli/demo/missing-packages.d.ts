/** The packages that `script` could not load; loads none. */
export declare const missingPackages: (script: string, names: readonly string[]) => readonly string[];
