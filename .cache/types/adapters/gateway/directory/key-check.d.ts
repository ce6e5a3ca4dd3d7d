/** SHA-256 of an API key, as the bytes that keys are compared by. */
export declare const digestOf: (apiKey: string) => Buffer;
/** Whether one of the digests is this one; takes as long when it is not. */
export declare const isAnyDigest: (digests: readonly Buffer[], digest: Buffer) => boolean;
