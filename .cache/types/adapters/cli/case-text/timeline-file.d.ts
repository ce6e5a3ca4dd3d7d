/** Prints what the request of a file would see as it waits. Exit status 1 for a bad case. */
export declare const printTimelineOf: (file: string, { json }: {
    json: boolean;
}) => Promise<void>;
