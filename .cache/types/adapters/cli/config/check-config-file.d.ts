/**
 * Prints every error and warning of an lb-config. Exit status 0 when it loads, 1 when it does
 * not, 2 when there is nothing to read.
 */
export declare const checkConfigFile: (file: string, { json }: {
    json: boolean;
}) => Promise<void>;
