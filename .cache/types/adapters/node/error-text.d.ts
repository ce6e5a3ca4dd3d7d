/** An error of any kind in words; some of Node's have a code and no message. */
export declare const describeError: (error: unknown) => string;
