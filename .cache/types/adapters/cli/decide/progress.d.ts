/** Shows how much of an input has been read. */
export type Progress = Readonly<{
    /** Passes chunks on and counts them. */
    count: (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
    stop: () => void;
}>;
/**
 * A bar on standard error for a long file, also one that standard input comes from, when that is a
 * terminal on which no results appear meanwhile; otherwise nothing.
 */
export declare const startProgress: (file: string, { verb, isSilent }: Readonly<{
    verb: string;
    isSilent: boolean;
}>) => Promise<Progress>;
