/** Prints why the one case of a file is decided as it is. Exit status 1 for a bad case. */
export declare const explainFile: (file: string, { json }: {
    json: boolean;
}) => Promise<void>;
