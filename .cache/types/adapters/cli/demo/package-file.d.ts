/** Path of the script that runs, links resolved. */
export declare const runningScript: () => string;
/**
 * Path of a file that comes with the package: the first of that name in a folder around the
 * running script. Where none is, the path beside the script, for the message that follows.
 */
export declare const packageFile: (name: string) => string;
