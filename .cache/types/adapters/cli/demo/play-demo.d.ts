/** What the flags say. */
export type DemoFlags = Readonly<{
    json: boolean;
    inProcess: boolean;
}>;
/**
 * Plays the demo on standard output: with servers, or in this process where they cannot be had.
 *
 * Exit status 1 when it does not come out as told, or a server fails.
 */
export declare const playDemo: ({ json, inProcess }: DemoFlags) => Promise<void>;
